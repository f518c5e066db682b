import { expect, test } from 'vitest';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { syncChain } from '@/lib/payments/sync-chain';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const CUSTOMERS_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const key = await createTestKey(base.db);
const other = await createTestKey(base.db);
const now = () => new Date();
await syncChain(base.database, 'regtest', createSandboxSource(base.db, now), now);

const post = (path: string, body: unknown, headers = {}) =>
  api.call({ path: `/v1/${path}`, key: key.apiKey, body, headers });
const get = (path: string, apiKey = key.apiKey) => api.call({ path: `/v1/${path}`, key: apiKey });

async function paid(): Promise<string> {
  const request = { amount_sats: 50_000, required_confirmations: 1 };
  const { json } = await post('btc/payments', request);
  await post('sandbox/pay', { payment_id: json.id });
  await post('sandbox/mine', {});
  return json.id;
}

test('201: even after the payout, a repeated request gets the first response and records no second refund', async () => {
  const id = await paid();
  const record = () =>
    post(
      `btc/payments/${id}/refunds`,
      { amount_sats: 20_000, address: CUSTOMERS_ADDRESS },
      { 'idempotency-key': 'refund-1' },
    );
  const first = await record();
  expect(first).toMatchObject({ status: 201, json: { status: 'ready', amount_sats: 20_000 } });
  await post('sandbox/pay', { refund_id: first.json.id });
  const again = await record();
  expect(again.text).toBe(first.text);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect((await get(`btc/refunds/${first.json.id}`)).json).toMatchObject({ status: 'sent' });
  expect((await get(`btc/payments/${id}/refunds`)).json.data).toHaveLength(1);
});

test('200: if a simulated payout has the wrong amount, its output is listed and the refund stays unpaid', async () => {
  const id = await paid();
  const body = { amount_sats: 20_000, address: CUSTOMERS_ADDRESS };
  const { json: refund } = await post(`btc/payments/${id}/refunds`, body);
  await post('sandbox/pay', { refund_id: refund.id, amount_sats: 19_000 });
  expect((await get(`btc/refunds/${refund.id}`)).json).toMatchObject({
    status: 'ready',
    txid: null,
    other_outputs: [{ amount_sats: 19_000 }],
  });
});

test('400: the errors for a refused refund name the field and the broken rule', async () => {
  const id = await paid();
  const refused = await post(`btc/payments/${id}/refunds`, {
    amount_sats: 0,
    price: { amount: '1.00', currency: 'EUR' },
    address: 'bc1qmistyped',
    txid: 'x',
  });
  expect(refused.status).toBe(400);
  const pointers = refused.json.errors.map(({ pointer }: { pointer: string }) => pointer);
  expect(pointers).toEqual(expect.arrayContaining(['/amount_sats', '/address', '/txid']));
});

test("404: another key's refund and refunds of another key's payment are not found", async () => {
  const id = await paid();
  const { json: refund } = await post(`btc/payments/${id}/refunds`, {});
  expect((await get(`btc/refunds/${refund.id}`, other.apiKey)).status).toBe(404);
  expect((await get(`btc/payments/${id}/refunds`, other.apiKey)).status).toBe(404);
});
