import type { Db } from '@/db/client';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, mayAdminister } from '@/lib/domain/actor';
import { ownKey } from './own-key';
import { type RotatedKey, rotateKey } from './rotate-key';

/**
 * Gives a key of the owner's merchant a new secret.
 *
 * @throws Problem `forbidden` unless the person is an owner, and for a revoked key; `not_found`
 */
export async function rotateKeyFor(
  db: Db,
  actor: Member,
  apiKeyId: string,
  overlapSeconds: number,
  now: Date,
): Promise<RotatedKey> {
  mayAdminister(actor);
  return db.transaction(async (tx) => {
    const { name } = await ownKey(tx, actor, apiKeyId);
    const rotated = await rotateKey(tx, apiKeyId, overlapSeconds, now);
    const data = { name, overlap_seconds: overlapSeconds };
    await recordAuditEntry(tx, actor, 'key.rotate', apiKeyId, data, now);
    return rotated;
  });
}
