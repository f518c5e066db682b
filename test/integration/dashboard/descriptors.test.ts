import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Member } from '@/lib/domain/actor';
import { createTestActor } from '@/test/support/actor';
import { createTestApi, type TestApi } from '@/test/support/api';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';

let base: TestDatabase;
let api: TestApi;
let key: TestKey;
let paymentId: string;

beforeAll(async () => {
  base = await createTestDatabase();
  api = createTestApi(base, { BITCOIN_REGTEST: 'sandbox' });
  key = await createTestKey(base.db);
  const created = await api.call({
    path: '/v1/btc/payments',
    key: key.apiKey,
    body: { amount_sats: 5_000 },
  });
  paymentId = created.json.id;
});
afterAll(() => base.drop());

const extendedKey = () => /[a-z]pub\w+/.exec(key.descriptor)?.[0] ?? '-';
const PATHS = {
  wallets: () => '/api/dashboard/wallets',
  payment: () => `/api/dashboard/payments/${paymentId}`,
};
const descriptorOf = {
  wallets: (json: { data: { descriptor: string }[] }) => json.data[0]?.descriptor,
  payment: (json: { derivation: { descriptor: string } }) => json.derivation.descriptor,
};

test.each(['wallets', 'payment'] as const)(
  'owners and members see the full descriptor of a wallet, viewers its form only: %s',
  async (what) => {
    const ask = async (as: Member) => api.call({ path: PATHS[what](), as });
    for (const role of ['owner', 'member'] as const) {
      const { json } = await ask(await createTestActor(base.db, key.merchantId, role));
      expect(descriptorOf[what](json), role).toBe(key.descriptor);
    }
    const { json, text } = await ask(await createTestActor(base.db, key.merchantId, 'viewer'));
    expect(text).not.toContain(extendedKey());
    expect(text).not.toContain(extendedKey().slice(0, 12));
    const shown = descriptorOf[what](json) ?? '';
    expect(shown).toMatch(/^wpkh\((\[[^\]]+\])?[a-z]pub\w{4}…\/0\/\*\)$/);
  },
);
