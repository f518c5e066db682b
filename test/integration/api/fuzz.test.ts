import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '@/lib/log';
import { formatFuzzReport, fuzz } from '@/test/fuzz/fuzz';
import type { FuzzRequest, FuzzTarget } from '@/test/fuzz/fuzz-request';
import { createTestApi, type TestApi } from '@/test/support/api';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';

/**
 * This limit is less than the size of a request. The engine's own memory use varies by some hundred
 * bytes per round.
 */
const KEPT_BYTES_PER_REQUEST = 2_000;

let base: TestDatabase;
let api: TestApi;
let key: TestKey;
let targets: FuzzTarget[];
const rejected: unknown[] = [];
const onRejection = (reason: unknown) => rejected.push(reason);

beforeAll(async () => {
  process.on('unhandledRejection', onRejection);
  base = await createTestDatabase();
  api = createTestApi(base, {}, createLogger('silent'));
  key = await createTestKey(base.db, { allowCustomAddresses: true });
  const body = { amount_sats: 1_000, reference: 'order-1', expires_in: 300 };
  const { json } = await api.call({ path: '/v1/btc/payments', key: key.apiKey, body });
  const link = { path: '/v1/btc/payment_links', body: { title: 'Tea', amount_sats: 1_000 } };
  const { json: made } = await api.call({ ...link, key: key.apiKey });
  targets = targetsOf(json.id, made.id, { authorization: `Bearer ${key.apiKey}` });
});
afterAll(async () => {
  process.off('unhandledRejection', onRejection);
  await base.drop();
});

function targetsOf(id: string, linkId: string, headers: Record<string, string>): FuzzTarget[] {
  const webhook_url = 'http://127.0.0.1:9/';
  const txid = 'ab'.repeat(32);
  const asked = {
    'GET /v1/btc/payments': {
      query: { from: '0', to: '9999999999', filter: 'all', limit: '5', payment_link_id: linkId },
    },
    'POST /v1/btc/payments': {
      body: {
        amount_sats: 1_000,
        price: { amount: '0.50', currency: 'EUR' },
        underpayment_tolerance_ppm: 1,
        webhook_url,
        required_confirmations: 1,
        expires_in: 300,
        reference: 'order-1',
        metadata: { order: '1' },
        description: 'Tea',
        locale: 'de-CH',
        return_url: 'https://shop.example/?payment={PAYMENT_ID}',
        return_automatically: true,
      },
    },
    'GET /v1/btc/payment_links': { query: { limit: '5' } },
    'POST /v1/btc/payment_links': {
      body: {
        title: 'Tea',
        free_amount: { currency: 'EUR', minimum: '1', maximum: '9', suggested: '5' },
        max_payments: 2,
        payer_note: { label: 'Name', required: true },
        expires_at: '2099-01-01T00:00:00Z',
        expires_in: 300,
        metadata: { order: '1' },
      },
    },
    'GET /v1/btc/payment_links/{id}': { id: linkId },
    'POST /v1/btc/payment_links/{id}/deactivate': { id: linkId, body: {} },
    'GET /v1/btc/rates': { query: { currency: 'EUR' } },
    'GET /v1/btc/payments/{id}': { id },
    'POST /v1/btc/payments/{id}/cancel': { id, body: {} },
    'GET /v1/btc/payments/{id}/webhook-deliveries': { id },
    'POST /v1/webhooks/test': { body: { webhook_url } },
    'POST /v1/sandbox/pay': { body: { payment_id: id, amount_sats: 5_000 } },
    'POST /v1/sandbox/replace': { body: { txid, to: 'same' } },
    'POST /v1/sandbox/double-spend': { body: { txid } },
    'POST /v1/sandbox/mine': { body: { blocks: 1 } },
    'POST /v1/sandbox/reorg': { body: { blocks: 1, drop: [txid], remine: true } },
    'GET /v1/openapi.json': {},
    'GET /v1/{path}': { id: 'nothing' },
  };
  return Object.entries(asked).map(([route, one]) => ({ route, asked: one, headers }));
}

async function send({ method, path, headers, body }: FuzzRequest) {
  return api.call({ method, path, headers, ...(body === undefined ? {} : { body }) });
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

const LONG = { timeout: 900_000 };

test(
  'every request to /v1 gets a documented response, and never an internal error',
  LONG,
  async () => {
    const result = await fuzz(targets, send, 120);
    process.stdout.write(`fuzz /v1: ${formatFuzzReport(result)}\n`);
    expect(result.failures).toEqual([]);
    expect(rejected).toEqual([]);
  },
);

test('random requests leak no memory', LONG, async () => {
  const growths: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const before = heapBytes();
    const { requests } = await fuzz(targets, send, 40);
    growths.push((heapBytes() - before) / requests);
  }
  expect(Math.min(...growths)).toBeLessThan(KEPT_BYTES_PER_REQUEST);
});
