import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, merchant } from '@/db/schema/accounts';
import { type ParseOptions, parseDescriptor } from '@/lib/bitcoin/descriptor';
import { newId } from '@/lib/domain/ids';
import type { Network } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';
import { findOrCreateWallet } from './find-or-create-wallet';
import { checkKeySettings, type KeySettings, settingsColumns } from './key-settings';
import { storeKeySecret, storeSigningSecret } from './store-secrets';
import type { Vault } from './vault';

export const FIRST_ADDRESSES = 5;

const DEFAULTS: KeySettings = {
  name: 'API key',
  allowCustomAddresses: false,
  allowedIps: [],
  embedOrigins: [],
  expiresAt: null,
};

export interface NewKey extends Partial<KeySettings> {
  readonly merchantId: string;
  readonly network: Network;
  /** A receive descriptor, or a bare extended public key. */
  readonly descriptor: string;
  /** What addresses a bare extended public key stands for. */
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
  /** In clear here and never again. */
  readonly apiKey: string;
  /** In clear here and never again. */
  readonly signingSecret: string;
}

/**
 * Makes an API key with its first secret, its signing secret and its wallet.
 *
 * @throws DescriptorError when the descriptor cannot be used
 * @throws Problem `not_found` when there is no such merchant, `invalid_request` for its settings
 */
export async function createKey(
  db: Db,
  vault: Vault,
  request: NewKey,
  now: Date,
): Promise<CreatedKey> {
  const { merchantId, network } = request;
  const settings = checkKeySettings({ ...DEFAULTS, ...request }, now);
  const options = request.addressType ? { addressType: request.addressType } : {};
  const descriptor = parseDescriptor(request.descriptor, network, options);
  return db.transaction(async (tx) => {
    const [owner] = await tx.select().from(merchant).where(eq(merchant.id, merchantId));
    if (!owner) throw new Problem('not_found', 'There is no merchant with this id.');
    const wallet = await findOrCreateWallet(tx, network, descriptor, now);
    const id = newId('apiKey');
    await tx.insert(apiKey).values({
      id,
      merchantId,
      walletId: wallet.id,
      network,
      ...settingsColumns(settings),
      createdAt: now,
    });
    return {
      id,
      merchantId,
      walletId: wallet.id,
      network,
      ...settings,
      descriptor: wallet.descriptor,
      firstAddresses: Array.from({ length: FIRST_ADDRESSES }, (_, i) => descriptor.at(i).address),
      apiKey: await storeKeySecret(tx, id, network, now),
      signingSecret: await storeSigningSecret(tx, vault, id, now),
    };
  });
}
