import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, wallet } from '@/db/schema/accounts';
import type { Actor } from '@/lib/domain/actor';
import { createKey } from '@/lib/keys/create-key';
import { isUsableKey } from '@/lib/keys/key-conditions';
import type { Vault } from '@/lib/keys/vault';
import type { ImportPlan, ImportRequest } from './import-plan';

export interface StoreKey {
  readonly id: string;
  readonly walletId: string;
  /** A new key's secrets in plain text, which cannot be read again; null for an existing key. */
  readonly secrets: { readonly apiKey: string; readonly signingSecret: string } | null;
}

/** Finds the key that an earlier import created: it has the same wallet, and the store's name. */
export async function findStoreKey(
  db: Db,
  { merchantId, network }: ImportRequest,
  { name, facts }: ImportPlan,
  now: Date,
): Promise<StoreKey | undefined> {
  const [found] = await db
    .select({ id: apiKey.id, walletId: apiKey.walletId })
    .from(apiKey)
    .innerJoin(wallet, eq(wallet.id, apiKey.walletId))
    .where(
      and(
        eq(apiKey.merchantId, merchantId),
        eq(apiKey.name, name),
        eq(wallet.network, network),
        eq(wallet.fingerprint, facts.fingerprint),
        isUsableKey(now),
      ),
    )
    .orderBy(asc(apiKey.createdAt), asc(apiKey.id))
    .limit(1);
  return found && { ...found, secrets: null };
}

/**
 * Creates the store's API key with the store's wallet.
 *
 * @throws Problem the problems of {@link createKey}
 */
export async function createStoreKey(
  tx: Db,
  vault: Vault,
  actor: Actor,
  { merchantId, network }: ImportRequest,
  { name, facts }: ImportPlan,
  now: Date,
): Promise<StoreKey> {
  const request = { merchantId, network, descriptor: facts.canonical, name };
  const { id, walletId, ...secrets } = await createKey(tx, vault, actor, request, now);
  return { id, walletId, secrets };
}
