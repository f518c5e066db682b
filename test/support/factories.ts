import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import type { Db } from '@/db/client';
import { createMerchant } from '@/lib/accounts/create-merchant';
import type { ApiKeyActor } from '@/lib/domain/actor';
import { OPERATOR } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { authenticateApiKey } from '@/lib/keys/authenticate-api-key';
import { type CreatedKey, createKey, type NewKey } from '@/lib/keys/create-key';
import { openVault } from '@/lib/keys/vault';
import { checkWebhookTarget } from '@/lib/webhooks/transport/target-guard';
import { TEST_SECRET_KEY } from './seals';

export { TEST_SECRET_KEY };
export const testVault = openVault(new Uint8Array(Buffer.from(TEST_SECRET_KEY, 'base64')));

export interface TestKey extends CreatedKey {
  readonly actor: ApiKeyActor;
}

export function randomDescriptor(network: Network): string {
  const versions =
    network === 'mainnet'
      ? { public: 0x0488b21e, private: 0x0488ade4 }
      : { public: 0x043587cf, private: 0x04358394 };
  const account = HDKey.fromMasterSeed(randomBytes(32), versions).derive("m/84'/1'/0'");
  return `wpkh(${account.publicExtendedKey}/0/*)`;
}

/** By default, also creates the key's merchant and wallet. */
export async function createTestKey(db: Db, request: Partial<NewKey> = {}): Promise<TestKey> {
  const now = new Date();
  const network = request.network ?? 'regtest';
  const merchantId = request.merchantId ?? (await createMerchant(db, 'Test shop', now)).id;
  const descriptor = request.descriptor ?? randomDescriptor(network);
  const created = await createKey(
    db,
    testVault,
    OPERATOR,
    { ...request, merchantId, network, descriptor },
    now,
    (url) => checkWebhookTarget(url, { allowPrivate: true }),
  );
  const actor = await authenticateApiKey(db, `Bearer ${created.apiKey}`, now);
  return { ...created, actor };
}
