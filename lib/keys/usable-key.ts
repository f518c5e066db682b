import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, wallet } from '@/db/schema/accounts';
import type { Actor, KeyActor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { isUsable, visibleTo } from './key-conditions';

/**
 * The API key that an actor does something with: a key only with itself.
 *
 * @throws Problem `not_found` for a key that is revoked, expired or another merchant's
 */
export async function usableKey(
  db: Db,
  actor: Actor,
  apiKeyId: string,
  now: Date,
): Promise<KeyActor> {
  if (actor.kind === 'key' && actor.apiKeyId === apiKeyId) return actor;
  const [key] = await db
    .select({
      apiKeyId: apiKey.id,
      merchantId: apiKey.merchantId,
      walletId: apiKey.walletId,
      network: apiKey.network,
      allowCustomAddresses: apiKey.allowCustomAddresses,
      allowedIps: apiKey.allowedIps,
      descriptor: wallet.descriptor,
    })
    .from(apiKey)
    .innerJoin(wallet, eq(wallet.id, apiKey.walletId))
    .where(and(eq(apiKey.id, apiKeyId), visibleTo(actor), isUsable(now)));
  if (!key) throw new Problem('not_found', 'This account has no usable API key with this id.');
  return { kind: 'key', ...key };
}
