import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, assertMayAdminister } from '@/lib/domain/actor';
import { lockKey } from './key-conditions';

/**
 * Revokes a key for good. Its payments are still followed, and their webhooks are still sent.
 * Revoking it again changes nothing.
 *
 * @throws Problem `forbidden` unless the actor is an owner or the operator; `not_found`
 */
export async function revokeKey(
  db: Db,
  actor: Actor,
  apiKeyId: string,
  now: Date,
): Promise<{ id: string; revokedAt: Date }> {
  assertMayAdminister(actor);
  return db.transaction(async (tx) => {
    const { name, revokedAt } = await lockKey(tx, actor, apiKeyId);
    if (revokedAt) return { id: apiKeyId, revokedAt };
    await tx.update(apiKey).set({ revokedAt: now }).where(eq(apiKey.id, apiKeyId));
    await recordAuditEntry(tx, actor, 'key.revoke', apiKeyId, { name }, now);
    return { id: apiKeyId, revokedAt: now };
  });
}
