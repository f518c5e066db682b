import type { Db } from '@/db/client';
import type { Vault } from '@/lib/keys/vault';
import { inspectUrl, type TargetPolicy } from '@/lib/webhooks/transport/target-url';
import {
  createStoreWebhook,
  listStoreWebhooks,
  MAX_STORE_WEBHOOKS,
} from '../webhooks/store-webhooks';
import type { FetchedStore, FetchedWebhook } from './read-store';

export interface ImportedWebhook {
  readonly url: string;
  /** The secret in plain text, which cannot be read again; null in a preview. */
  readonly secret: string | null;
}

/**
 * Adds the store's webhooks to the key, switched off. BTCPay Server does not reveal the webhooks'
 * secrets, so each webhook gets a new secret. The shop needs this secret before it can verify
 * deliveries.
 */
export async function addWebhooks(
  tx: Db,
  { vault, policy }: { readonly vault: Vault; readonly policy: TargetPolicy },
  keyId: string,
  store: FetchedStore,
  now: Date,
): Promise<{ webhooks: readonly ImportedWebhook[]; refusedUrls: readonly string[] }> {
  const { added, refusedUrls } = await selectNewWebhooks(tx, policy, keyId, store);
  const webhooks: ImportedWebhook[] = [];
  for (const one of added) {
    const settings = { ...one, specificEvents: [...one.specificEvents], enabled: false };
    const made = await createStoreWebhook(tx, vault, keyId, settings, now);
    if (made) webhooks.push({ url: one.url, secret: made.secret });
  }
  return { webhooks, refusedUrls };
}

/**
 * Returns one webhook for each URL that the key does not have yet, and separately the URLs to which
 * Blocktally does not send.
 */
export async function selectNewWebhooks(
  db: Db,
  policy: TargetPolicy,
  keyId: string | undefined,
  { webhooks }: FetchedStore,
): Promise<{ added: readonly FetchedWebhook[]; refusedUrls: readonly string[] }> {
  const present = keyId ? await listStoreWebhooks(db, keyId) : [];
  const known = new Set(present.map(({ url }) => url));
  const byUrl = new Map(webhooks.map((one) => [one.url, one]));
  const fresh = [...byUrl.values()].filter(({ url }) => !known.has(url));
  const refused = fresh.filter(({ url }) => inspectUrl(url, policy).kind === 'refused');
  const allowed = fresh.filter((one) => !refused.includes(one));
  return {
    added: allowed.slice(0, MAX_STORE_WEBHOOKS - known.size),
    refusedUrls: refused.map(({ url }) => url),
  };
}
