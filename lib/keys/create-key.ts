import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, apiKeySecret, merchant } from '@/db/schema/accounts';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, assertMayAdminister, requireRecentFactor } from '@/lib/domain/actor';
import { DEFAULT_EVENT_TYPES } from '@/lib/domain/event-types';
import { newId } from '@/lib/domain/ids';
import type { Network } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';
import { checkDefaultUrl, throwOnDefaultUrl, type WebhookUrlCheck } from './check-default-url';
import { findOrAddWallet, findOwnWallet } from './find-or-add-wallet';
import { lockRole } from './key-conditions';
import { displayPrefix, hashKey, newApiKey } from './key-format';
import { checkKeySettings, type KeySettings, settingsColumns } from './key-settings';
import { parseWalletInput, type WalletInput } from './preview-addresses';
import { sealOf, withSeal } from './seal';
import { storeSigningSecret } from './signing-secrets';
import type { Vault } from './vault';

const DEFAULTS: KeySettings = {
  name: 'API key',
  allowCustomAddresses: false,
  allowManagement: false,
  allowFollowUps: false,
  allowedIps: [],
  embedOrigins: [],
  webhookEvents: DEFAULT_EVENT_TYPES,
  customerMails: [],
  defaultWebhookUrl: null,
  expiresAt: null,
};

interface NewKeySettings extends Partial<KeySettings> {
  readonly merchantId: string;
}

export type NewKey = NewKeySettings & WalletInput;
export type NewKeyOfWallet = NewKeySettings & { readonly walletId: string };

export interface CreatedKey extends KeySettings {
  readonly id: string;
  readonly merchantId: string;
  readonly walletId: string;
  readonly network: Network;
  readonly descriptor: string;
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
 *   unknown merchant or wallet, or one that is not the actor's; `invalid_request` at the fields;
 *   `webhook_url_rejected`; the problems of {@link findOrAddWallet}
 */
export async function createKey(
  db: Db,
  vault: Vault,
  actor: Actor,
  request: NewKey | NewKeyOfWallet,
  now: Date,
  checkUrl: WebhookUrlCheck = throwOnDefaultUrl,
): Promise<CreatedKey> {
  assertMayAdminister(actor);
  requireRecentFactor(actor, now);
  const { merchantId } = request;
  const settings = checkKeySettings({ ...DEFAULTS, ...request }, now);
  await checkDefaultUrl(settings.defaultWebhookUrl, checkUrl);
  const wallet = 'walletId' in request ? request.walletId : await parseWalletInput(request);
  return db.transaction(async (tx) => {
    await requireMerchant(tx, actor, merchantId);
    await lockRole(tx, actor);
    const {
      id: walletId,
      network,
      descriptor,
      template,
      firstAddresses,
    } = typeof wallet === 'string'
      ? await findOwnWallet(tx, merchantId, wallet)
      : (await findOrAddWallet(tx, actor, merchantId, wallet, now)).row;
    const id = newId('apiKey');
    await tx.insert(apiKey).values({
      id,
      merchantId,
      walletId,
      network,
      ...settingsColumns(settings),
      createdAt: now,
      seal: sealOf('api_key', { id, merchantId, walletId, network, descriptor, template }),
    });
    const data = { name: settings.name, network, wallet_id: walletId };
    await recordAuditEntry(tx, actor, 'key.create', id, data, now);
    return {
      id,
      merchantId,
      walletId,
      network,
      ...settings,
      descriptor,
      firstAddresses,
      apiKey: await createKeySecret(tx, id, network, now),
      signingSecret: await storeSigningSecret(tx, vault, id, now),
    };
  });
}

async function requireMerchant(tx: Db, actor: Actor, merchantId: string): Promise<void> {
  const foreign = actor.kind === 'member' && actor.merchantId !== merchantId;
  const [found] = await tx.select().from(merchant).where(eq(merchant.id, merchantId));
  if (!found || foreign) throw new Problem('not_found', 'There is no merchant with this id.');
}

/** Creates and returns a secret of an API key. Only its hash is stored. */
export async function createKeySecret(
  tx: Db,
  apiKeyId: string,
  network: Network,
  now: Date,
): Promise<string> {
  const plain = newApiKey(network);
  const row = { id: newId('secret'), apiKeyId, hash: hashKey(plain), createdAt: now };
  await tx
    .insert(apiKeySecret)
    .values({ ...withSeal('api_key_secret', row), prefix: displayPrefix(plain) });
  return plain;
}
