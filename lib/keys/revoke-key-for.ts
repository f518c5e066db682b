import type { Db } from '@/db/client';
import { type Actor, mayAdminister, recordAct } from '@/lib/accounts/acting';
import { ownKey } from './own-key';
import { revokeKey } from './revoke-key';

/**
 * Ends a key of the owner's merchant at once and for good. Revoking it again changes nothing.
 *
 * @throws Problem `forbidden` unless the person is an owner; `not_found`
 */
export async function revokeKeyFor(
  db: Db,
  actor: Actor,
  apiKeyId: string,
  now: Date,
): Promise<{ id: string; revokedAt: Date }> {
  mayAdminister(actor);
  return db.transaction(async (tx) => {
    const { name, revokedAt } = await ownKey(tx, actor, apiKeyId);
    if (revokedAt) return { id: apiKeyId, revokedAt };
    const revoked = await revokeKey(tx, apiKeyId, now);
    await recordAct(tx, actor, 'key.revoke', apiKeyId, { name }, now);
    return revoked;
  });
}
