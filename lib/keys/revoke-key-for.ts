import type { Db } from '@/db/client';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, mayAdminister } from '@/lib/domain/actor';
import { ownKey } from './own-key';
import { revokeKey } from './revoke-key';

/**
 * Ends a key of the owner's merchant at once and for good. Revoking it again changes nothing.
 *
 * @throws Problem `forbidden` unless the person is an owner; `not_found`
 */
export async function revokeKeyFor(
  db: Db,
  actor: Member,
  apiKeyId: string,
  now: Date,
): Promise<{ id: string; revokedAt: Date }> {
  mayAdminister(actor);
  return db.transaction(async (tx) => {
    const { name, revokedAt } = await ownKey(tx, actor, apiKeyId);
    if (revokedAt) return { id: apiKeyId, revokedAt };
    const revoked = await revokeKey(tx, apiKeyId, now);
    await recordAuditEntry(tx, actor, 'key.revoke', apiKeyId, { name }, now);
    return revoked;
  });
}
