import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, wallet } from '@/db/schema/accounts';
import type { Actor, ApiKeyActor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { isKeyVisibleTo, isUsableKey } from './key-conditions';
import { requireIntact } from './seal';

export const KEY_ACTOR_COLUMNS = {
  apiKeyId: apiKey.id,
  name: apiKey.name,
  merchantId: apiKey.merchantId,
  walletId: apiKey.walletId,
  network: apiKey.network,
  allowCustomAddresses: apiKey.allowCustomAddresses,
  allowManagement: apiKey.allowManagement,
  defaultWebhookUrl: apiKey.defaultWebhookUrl,
  allowedIps: apiKey.allowedIps,
  descriptor: wallet.descriptor,
  template: wallet.template,
  seal: apiKey.seal,
};

/**
 * Returns the actor of a key that was read with its wallet.
 *
 * @throws Problem `address_not_verified` when the key or its wallet was changed in the database
 */
export function keyActorOf({
  seal,
  ...key
}: Omit<ApiKeyActor, 'kind'> & { readonly seal: string }): ApiKeyActor {
  requireIntact('api_key', { ...key, id: key.apiKeyId, seal });
  return { kind: 'key', ...key };
}

/**
 * Returns the key on whose behalf an action runs: the actor's own key, or a key that a member or
 * the operator has chosen.
 *
 * @throws Problem `not_found` for a revoked or expired key, or a key that the actor may not see;
 *  the problems of {@link keyActorOf}
 */
export async function requireUsableKey(
  db: Db,
  actor: Actor,
  apiKeyId: string,
  now: Date,
): Promise<ApiKeyActor> {
  if (actor.kind === 'key' && actor.apiKeyId === apiKeyId) return actor;
  const [key] = await db
    .select(KEY_ACTOR_COLUMNS)
    .from(apiKey)
    .innerJoin(wallet, eq(wallet.id, apiKey.walletId))
    .where(and(eq(apiKey.id, apiKeyId), isKeyVisibleTo(actor), isUsableKey(now)));
  if (!key) throw new Problem('not_found', 'There is no usable API key with this id.');
  return keyActorOf(key);
}

/**
 * Checks a key again after a wait, such as for DNS.
 *
 * @throws Problem `unauthorized` when it was revoked or has expired since
 */
export async function requireStillUsable(db: Db, apiKeyId: string, now: Date): Promise<void> {
  if ((await db.$count(apiKey, and(eq(apiKey.id, apiKeyId), isUsableKey(now)))) > 0) return;
  throw new Problem('unauthorized', 'This API key has just been revoked, or has expired.');
}
