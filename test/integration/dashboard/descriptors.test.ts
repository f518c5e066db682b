import { beforeAll, expect, test } from 'vitest';
import type { Member } from '@/lib/domain/actor';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { forFile } from '@/test/support/for-file';

let paymentId: string;

const base = await forFile(createTestDatabase());
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

test.each(['wallets', 'payment'] as const)(
  'owners and members get the full descriptor of a wallet, viewers only its form: %s',
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
