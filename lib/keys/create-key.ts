import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, apiKeySecret, merchant, wallet } from '@/db/schema/accounts';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { ParseOptions } from '@/lib/bitcoin/descriptor';
import type { WalletFacts } from '@/lib/bitcoin/wallet-facts';
import { type Actor, mayAdminister } from '@/lib/domain/actor';
import { DEFAULT_EVENT_TYPES } from '@/lib/domain/event-types';
import { newId } from '@/lib/domain/ids';
import type { Network } from '@/lib/domain/network';
import { invalidField, Problem } from '@/lib/domain/problems';
import { type CheckUrl, checkDefaultUrl, noUrl } from './check-default-url';
import { holdRole } from './key-conditions';
import { displayPrefix, hashKey, newApiKey } from './key-format';
import { checkKeySettings, type KeySettings, settingsColumns } from './key-settings';
import { walletFacts } from './preview-addresses';
import { storeSigningSecret } from './signing-secrets';
import type { Vault } from './vault';

const DEFAULTS: KeySettings = {
  name: 'API key',
  allowCustomAddresses: false,
  allowManagement: false,
  allowedIps: [],
  embedOrigins: [],
  webhookEvents: DEFAULT_EVENT_TYPES,
  defaultWebhookUrl: null,
  expiresAt: null,
};

export interface NewKey extends Partial<KeySettings> {
  readonly merchantId: string;
  readonly network: Network;
  /** A receive descriptor, or a bare extended public key. */
  readonly descriptor: string;
  /** The address type of a bare extended public key. */
  readonly addressType?: ParseOptions['addressType'];
}

export interface CreatedKey extends KeySettings {
  readonly id: string;
  readonly merchantId: string;
  readonly walletId: string;
  readonly network: Network;
  /** The wallet's canonical public descriptor. */
  readonly descriptor: string;
  /** The wallet's first addresses, to compare with what the merchant's own wallet shows. */
  readonly firstAddresses: readonly string[];
  /** The new API key in plain text; it cannot be read again. */
  readonly apiKey: string;
  /** The new signing secret in plain text; it cannot be read again. */
  readonly signingSecret: string;
}

/**
 * Creates an API key with its first secret, its signing secret and its wallet.
 *
 * @throws Problem `forbidden` unless the actor is an owner or the operator; `not_found` for an
 *   unknown merchant or another one than the actor's; `invalid_request` at the fields, also for the
 *   descriptor of another merchant's wallet, unless the operator asks; `webhook_url_rejected`
 */
export async function createKey(
  db: Db,
  vault: Vault,
  actor: Actor,
  request: NewKey,
  now: Date,
  checkUrl: CheckUrl = noUrl,
): Promise<CreatedKey> {
  mayAdminister(actor);
  const { merchantId, network } = request;
  const settings = checkKeySettings({ ...DEFAULTS, ...request }, now);
  await checkDefaultUrl(settings.defaultWebhookUrl, checkUrl);
  const options = request.addressType ? { addressType: request.addressType } : {};
  const facts = await walletFacts(request.descriptor, network, options);
  return db.transaction(async (tx) => {
    await requireMerchant(tx, actor, merchantId);
    await holdRole(tx, actor);
    const { id: walletId, descriptor: canonical } = await findOrCreateWallet(
      tx,
      network,
      facts,
      now,
    );
    if (actor.kind !== 'operator') await refuseForeignWallet(tx, walletId, merchantId);
    const id = newId('apiKey');
    await tx.insert(apiKey).values({
      id,
      merchantId,
      walletId,
      network,
      ...settingsColumns(settings),
      createdAt: now,
    });
    const data = { name: settings.name, network, wallet_id: walletId };
    await recordAuditEntry(tx, actor, 'key.create', id, data, now);
    return {
      id,
      merchantId,
      walletId,
      network,
      ...settings,
      descriptor: canonical,
      firstAddresses: facts.firstAddresses,
      apiKey: await storeKeySecret(tx, id, network, now),
      signingSecret: await storeSigningSecret(tx, vault, id, now),
    };
  });
}

async function requireMerchant(tx: Db, actor: Actor, merchantId: string): Promise<void> {
  const foreign = actor.kind === 'member' && actor.merchantId !== merchantId;
  const [found] = await tx.select().from(merchant).where(eq(merchant.id, merchantId));
  if (!found || foreign) throw new Problem('not_found', 'There is no merchant with this id.');
}

/** The wallet of a descriptor on a network, the same for every spelling. */
async function findOrCreateWallet(
  tx: Db,
  network: Network,
  facts: WalletFacts,
  now: Date,
): Promise<typeof wallet.$inferSelect> {
  const { canonical, fingerprint, kind, template } = facts;
  const firstAddresses = [...facts.firstAddresses];
  const derived = { fingerprint, kind, template, firstAddresses };
  const row = { id: newId('wallet'), network, descriptor: canonical, ...derived, createdAt: now };
  const [created] = await tx
    .insert(wallet)
    .values(row)
    .onConflictDoNothing({ target: [wallet.network, wallet.fingerprint] })
    .returning();
  if (created) return created;
  const [found] = await tx
    .select()
    .from(wallet)
    .where(and(eq(wallet.network, network), eq(wallet.fingerprint, fingerprint)));
  if (!found)
    throw new Error('a wallet that was not inserted must exist, since wallets are never deleted');
  return found;
}

/**
 * Refuses a wallet that only other merchants have keys of, revoked ones included: creating payments
 * on it can advance it past the gap limit of its owner's software.
 */
async function refuseForeignWallet(tx: Db, walletId: string, merchantId: string): Promise<void> {
  const owners = await tx
    .selectDistinct({ id: apiKey.merchantId })
    .from(apiKey)
    .where(eq(apiKey.walletId, walletId));
  if (owners.length === 0 || owners.some(({ id }) => id === merchantId)) return;
  const message =
    'This wallet belongs to another merchant of this server. Use another account of your wallet. If both are yours, ask the operator of this server to create the key.';
  throw invalidField('/descriptor', 'descriptor_in_use', message);
}

/** Creates a secret for an API key and stores its hash. Only this returns the plaintext. */
export async function storeKeySecret(
  tx: Db,
  apiKeyId: string,
  network: Network,
  now: Date,
): Promise<string> {
  const plain = newApiKey(network);
  await tx.insert(apiKeySecret).values({
    id: newId('secret'),
    apiKeyId,
    hash: hashKey(plain),
    prefix: displayPrefix(plain),
    createdAt: now,
  });
  return plain;
}
