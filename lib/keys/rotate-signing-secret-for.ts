import type { Db } from '@/db/client';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, mayAdminister } from '@/lib/domain/actor';
import { ownKey } from './own-key';
import { type RotatedSigningSecret, rotateSigningSecret } from './rotate-signing-secret';
import type { Vault } from './vault';

/**
 * Gives a key of the owner's merchant a new signing secret.
 *
 * @throws Problem `forbidden` unless the person is an owner, and for a revoked key; `not_found`
 */
export async function rotateSigningSecretFor(
  db: Db,
  vault: Vault,
  actor: Member,
  apiKeyId: string,
  overlapSeconds: number,
  now: Date,
): Promise<RotatedSigningSecret> {
  mayAdminister(actor);
  return db.transaction(async (tx) => {
    const { name } = await ownKey(tx, actor, apiKeyId);
    const rotated = await rotateSigningSecret(tx, vault, apiKeyId, overlapSeconds, now);
    const data = { name, overlap_seconds: overlapSeconds };
    await recordAuditEntry(tx, actor, 'signing_secret.rotate', apiKeyId, data, now);
    return rotated;
  });
}
