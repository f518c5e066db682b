import { expect, it } from 'vitest';
import { paymentView } from '@/db/schema/payments';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { startApp } from '@/test/support/app';
import { startBitcoind } from '@/test/support/bitcoind';
import { createTestDatabase } from '@/test/support/database';
import { startEsplora } from '@/test/support/esplora-server';
import { createTestKey, TEST_SECRET_KEY } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { until } from '@/test/support/wait';

const [base, node] = await Promise.all([
  openForTestFile(createTestDatabase()),
  openForTestFile(startBitcoind({ flags: ['-txindex=1'], blocks: 120 })),
]);
const server = await openForTestFile(startEsplora(node));
const key = await createTestKey(base.db);
const app = await openForTestFile(
  startApp({
    databaseUrl: base.url,
    env: {
      BITCOIN_REGTEST: `esplora+${server.url}`,
      // This node never responds, but payments can still be created.
      BITCOIN_SIGNET: 'http://user:password@127.0.0.1:1',
      SECRET_KEY: TEST_SECRET_KEY,
    },
  }),
);

async function call<T>(path: string, apiKey: string, body?: unknown): Promise<T> {
  const response = await fetch(`${app.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as T;
}

const create = (apiKey: string) =>
  call<PaymentResponse>('/v1/btc/payments', apiKey, { amount_sats: 100_000, expires_in: 86_400 });
const pageOf = ({ checkout_url }: PaymentResponse) => new URL(checkout_url).pathname;
const checkoutIdOf = (payment: PaymentResponse) => pageOf(payment).split('/').at(-1) ?? '';
const look = async (payment: PaymentResponse, part = '') =>
  (await fetch(`${app.url}${pageOf(payment)}${part}`)).text();

async function viewed(): Promise<string[]> {
  return (await base.db.select().from(paymentView)).map(({ checkoutId }) => checkoutId);
}

it('views of a payment page are recorded only for uncanceled payments on an Esplora server’s network', async () => {
  const elsewhere = await createTestKey(base.db, { network: 'signet' });
  const [page, poll, unseen, canceled, signet] = [
    await create(key.apiKey),
    await create(key.apiKey),
    await create(key.apiKey),
    await create(key.apiKey),
    await create(elsewhere.apiKey),
  ];
  await call(`/v1/btc/payments/${canceled.id}/cancel`, key.apiKey, {});
  await look(signet);
  await look(canceled);
  await look(page);
  await look(poll, '/slip');
  await until('both views are noted', async () => (await viewed()).length >= 2);
  expect((await viewed()).sort()).toEqual([checkoutIdOf(page), checkoutIdOf(poll)].sort());
  expect(await viewed()).not.toContain(checkoutIdOf(unseen));
});
