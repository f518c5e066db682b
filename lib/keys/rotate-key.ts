import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKeySecret } from '@/db/schema/accounts';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, assertMayAdminister, requireRecentFactor } from '@/lib/domain/actor';
import { createKeySecret } from './create-key';
import { isUnexpired, lockUnrevokedKey } from './key-conditions';

export interface RotatedKey {
  readonly id: string;
  /** The new API key in plain text; it cannot be read again. */
  readonly apiKey: string;
  readonly previousValidUntil: Date;
}

/**
 * Gives a key a new secret. Earlier secrets are accepted for another `overlapSeconds`, but no
 * longer than a previous rotation allowed.
 *
 * @throws Problem `forbidden` unless the actor is an owner or the operator, and for a revoked key;
 *  `not_found`
 */
export async function rotateKey(
  db: Db,
  actor: Actor,
  apiKeyId: string,
  overlapSeconds: number,
  now: Date,
): Promise<RotatedKey> {
  assertMayAdminister(actor);
  requireRecentFactor(actor, now);
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  return db.transaction(async (tx) => {
    const { id, name, network } = await lockUnrevokedKey(tx, actor, apiKeyId);
    await tx
      .update(apiKeySecret)
      .set({ expiresAt: end })
      .where(and(eq(apiKeySecret.apiKeyId, id), isUnexpired(apiKeySecret.expiresAt, end)));
    const plain = await createKeySecret(tx, id, network, now);
    const data = { name, overlap_seconds: overlapSeconds };
    await recordAuditEntry(tx, actor, 'key.rotate', id, data, now);
    return { id, apiKey: plain, previousValidUntil: end };
  });
}
