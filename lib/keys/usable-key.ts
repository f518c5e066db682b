import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, wallet } from '@/db/schema/accounts';
import type { Actor, KeyActor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { isUsable, visibleTo } from './key-conditions';

/** The columns of a {@link KeyActor}, of a key joined with its wallet. */
export const KEY_ACTOR_COLUMNS = {
  apiKeyId: apiKey.id,
  name: apiKey.name,
  merchantId: apiKey.merchantId,
  walletId: apiKey.walletId,
  network: apiKey.network,
  allowCustomAddresses: apiKey.allowCustomAddresses,
  allowedIps: apiKey.allowedIps,
  descriptor: wallet.descriptor,
};

/**
 * The API key to act with: a key's own, or one that a member or the operator names.
 *
 * @throws Problem `not_found` for a key that is revoked, expired, or that the actor may not see
 */
export async function usableKey(
  db: Db,
  actor: Actor,
  apiKeyId: string,
  now: Date,
): Promise<KeyActor> {
  if (actor.kind === 'key' && actor.apiKeyId === apiKeyId) return actor;
  const [key] = await db
    .select(KEY_ACTOR_COLUMNS)
    .from(apiKey)
    .innerJoin(wallet, eq(wallet.id, apiKey.walletId))
    .where(and(eq(apiKey.id, apiKeyId), visibleTo(actor), isUsable(now)));
  if (!key) throw new Problem('not_found', 'There is no usable API key with this id.');
  return { kind: 'key', ...key };
}
