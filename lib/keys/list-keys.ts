import { and, asc, desc, eq, getTableColumns, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, apiKeySecret, merchantWallet, signingSecret, wallet } from '@/db/schema/accounts';
import type { Actor } from '@/lib/domain/actor';
import { dustSats } from '@/lib/domain/dust';
import type { Network } from '@/lib/domain/network';
import type { Sats } from '@/lib/domain/sats';
import { isKeyVisibleTo, isUnexpired, isUsableKey } from './key-conditions';
import type { KeySettings } from './key-settings';

export type KeyState = 'active' | 'expired' | 'revoked';

export interface KeyView extends KeySettings {
  readonly id: string;
  readonly network: Network;
  readonly wallet: { readonly id: string; readonly name: string };
  /** The minimum amount that wallets send to an address of this key. */
  readonly leastSats: Sats;
  readonly state: KeyState;
  readonly prefix: string;
  /** Replaced secrets that are accepted until their overlap ends, newest first. */
  readonly previous: readonly { readonly prefix: string; readonly validUntil: Date }[];
  /** Until when webhooks are also signed with an older secret; null if there is none. */
  readonly previousSigningUntil: Date | null;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

type KeyRow = typeof apiKey.$inferSelect & {
  readonly usable: boolean;
  readonly walletName: string;
  readonly firstAddresses: readonly string[];
};
type SecretRow = { apiKeyId: string; prefix: string; expiresAt: Date | null };

/**
 * Returns the keys that the actor may see: usable ones, then others, newest first in each group.
 */
export async function listKeys(db: Db, actor: Actor, now: Date): Promise<KeyView[]> {
  const keys = await db
    .select({
      ...getTableColumns(apiKey),
      usable: sql<boolean>`(${isUsableKey(now)})`,
      walletName: merchantWallet.name,
      firstAddresses: wallet.firstAddresses,
    })
    .from(apiKey)
    .innerJoin(
      merchantWallet,
      and(
        eq(merchantWallet.merchantId, apiKey.merchantId),
        eq(merchantWallet.walletId, apiKey.walletId),
      ),
    )
    .innerJoin(wallet, eq(wallet.id, apiKey.walletId))
    .where(isKeyVisibleTo(actor))
    .orderBy(desc(apiKey.createdAt), asc(apiKey.id));
  if (keys.length === 0) return [];
  const ids = keys.map(({ id }) => id);
  const secrets = await db
    .select({
      apiKeyId: apiKeySecret.apiKeyId,
      prefix: apiKeySecret.prefix,
      expiresAt: apiKeySecret.expiresAt,
    })
    .from(apiKeySecret)
    .where(and(inArray(apiKeySecret.apiKeyId, ids), isUnexpired(apiKeySecret.expiresAt, now)))
    .orderBy(desc(apiKeySecret.createdAt));
  const signing = await db
    .select({ apiKeyId: signingSecret.ownerId, expiresAt: signingSecret.expiresAt })
    .from(signingSecret)
    .where(and(inArray(signingSecret.ownerId, ids), gt(signingSecret.expiresAt, now)))
    .orderBy(desc(signingSecret.expiresAt));
  return keys
    .map((key) => ({
      ...keyView(
        key,
        secrets.filter(({ apiKeyId }) => apiKeyId === key.id),
      ),
      previousSigningUntil: signing.find(({ apiKeyId }) => apiKeyId === key.id)?.expiresAt ?? null,
    }))
    .sort((a, b) => Number(a.state !== 'active') - Number(b.state !== 'active'));
}

function keyView(
  key: KeyRow,
  secrets: readonly SecretRow[],
): Omit<KeyView, 'previousSigningUntil'> {
  const { id, network, createdAt, revokedAt, lastUsedAt, expiresAt } = key;
  const { name, allowCustomAddresses, allowManagement, allowedIps, embedOrigins } = key;
  const { allowFollowUps, webhookEvents, customerMails, defaultWebhookUrl } = key;
  const [address = ''] = key.firstAddresses;
  return {
    id,
    network,
    wallet: { id: key.walletId, name: key.walletName },
    leastSats: dustSats(address),
    name,
    allowCustomAddresses,
    allowManagement,
    allowFollowUps,
    allowedIps,
    embedOrigins,
    webhookEvents,
    customerMails,
    defaultWebhookUrl,
    expiresAt,
    state: stateOf(key),
    prefix: secrets.find((secret) => secret.expiresAt === null)?.prefix ?? '',
    previous: secrets.flatMap((secret) =>
      secret.expiresAt ? [{ prefix: secret.prefix, validUntil: secret.expiresAt }] : [],
    ),
    createdAt,
    revokedAt,
    lastUsedAt,
  };
}

function stateOf({ revokedAt, usable }: KeyRow): KeyState {
  if (revokedAt) return 'revoked';
  return usable ? 'active' : 'expired';
}
