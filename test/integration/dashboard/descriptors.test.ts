import { beforeAll, expect, test } from 'vitest';
import type { Member } from '@/lib/domain/actor';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

let paymentId: string;

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base, { BITCOIN_REGTEST: 'sandbox' });
const key = await createTestKey(base.db);

beforeAll(async () => {
  const created = await api.call({
    path: '/v1/btc/payments',
    key: key.apiKey,
    body: { amount_sats: 5_000 },
  });
  paymentId = created.json.id;
});

const extendedKey = () => /[a-z]pub\w+/.exec(key.descriptor)?.[0] ?? '-';
const PATHS = {
  wallets: () => '/api/dashboard/wallets',
  payment: () => `/api/dashboard/payments/${paymentId}`,
};
const descriptorOf = {
  wallets: (json: { data: { descriptor: string }[] }) => json.data[0]?.descriptor,
  payment: (json: { derivation: { descriptor: string } }) => json.derivation.descriptor,
};

test('owners and members with a recent identity confirmation get the full descriptor of a wallet', async () => {
  for (const role of ['owner', 'member'] as const) {
    const as = await createTestActor(base.db, key.merchantId, role);
    const { json } = await api.call({ path: PATHS.wallets(), as });
    expect(descriptorOf.wallets(json), role).toBe(key.descriptor);
  }
});

test.each(['wallets', 'payment'] as const)(
  'viewers, and sessions without a recent identity confirmation, see only a shortened descriptor: %s',
  async (what) => {
    const ask = async (as: Member) => api.call({ path: PATHS[what](), as: async () => as });
    const stale = { factorAt: new Date(Date.now() - 601_000) };
    const owner = await createTestActor(base.db, key.merchantId, 'owner');
    expect((await ask({ ...owner, ...stale })).text).not.toContain(extendedKey());
    const { json, text } = await ask(await createTestActor(base.db, key.merchantId, 'viewer'));
    expect(text).not.toContain(extendedKey());
    expect(text).not.toContain(extendedKey().slice(0, 12));
    const shown = descriptorOf[what](json) ?? '';
    expect(shown).toMatch(/^wpkh\((\[[^\]]+\])?[a-z]pub\w{4}…\/0\/\*\)$/);
  },
);
