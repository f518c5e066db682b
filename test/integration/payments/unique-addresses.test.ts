import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { wallet } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { deriveReceive } from '@/test/support/derive-receive';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());

test('1,000 parallel create requests with two API keys of one wallet get 1,000 consecutive addresses', async () => {
  const api = createTestApi(base);
  const one = await createTestKey(base.db);
  const bare = one.descriptor.replace(/#.*/, '').replace('/0/*', '/<0;1>/*');
  const two = await createTestKey(base.db, { descriptor: bare });
  expect(two.walletId).toBe(one.walletId);
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, i) =>
      api.call({
        path: '/v1/btc/payments',
        key: i % 2 === 0 ? one.apiKey : two.apiKey,
        body: { amount_sats: i + 1 },
      }),
    ),
  );
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1_000);
  expect(new Set(answers.map((answer) => answer.json.address)).size).toBe(1_000);
  const rows = await base.db.select().from(payment).orderBy(asc(payment.derivationIndex));
  expect(rows.map((row) => row.derivationIndex)).toEqual(rows.map((_, i) => i));
  for (const row of rows) {
    const index = row.derivationIndex ?? -1;
    expect(row.address).toBe(deriveReceive(one.descriptor, 'regtest', index).address);
  }
  const [owner] = await base.db.select().from(wallet).where(eq(wallet.id, one.walletId));
  expect(owner?.nextIndex).toBe(1_000);
});

test('even after a payment has ended, its derived address is refused as another merchant’s customer-provided address', async () => {
  const api = createTestApi(base);
  const [one, two] = [
    await createTestKey(base.db),
    await createTestKey(base.db, { allowCustomAddresses: true }),
  ];
  const create = (key: string, fields: Record<string, unknown> = {}) =>
    api.call({ path: '/v1/btc/payments', key, body: { amount_sats: 1, ...fields } });
  const { id, address } = (await create(one.apiKey)).json;
  await api.call({ path: `/v1/btc/payments/${id}/cancel`, key: one.apiKey, body: {} });
  const answer = await create(two.apiKey, { destination_address: address });
  expect([answer.status, answer.json.code]).toEqual([409, 'address_in_use']);
});
