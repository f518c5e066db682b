import { afterAll, beforeAll, expect, test } from 'vitest';
import { payment } from '@/db/schema/payments';
import { claimAnswer } from '@/lib/payments/idempotency';
import { createTestApi, type TestAnswer, type TestApi } from '@/test/support/api';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';

const DAY_MS = 86_400_000;

let base: TestDatabase;
let api: TestApi;
let shop: TestKey;

beforeAll(async () => {
  base = await createTestDatabase();
  api = createTestApi(base);
  shop = await createTestKey(base.db);
});

afterAll(() => base.drop());

const create = (idempotencyKey: string, body: unknown, on = api, key = shop.apiKey) =>
  on.call({
    path: '/v1/btc/payments',
    key,
    body,
    headers: { 'idempotency-key': idempotencyKey },
  });

/** Sends the same request until it is answered for good, as a client does on 409 and 503. */
async function insist(send: () => Promise<TestAnswer>): Promise<TestAnswer> {
  for (;;) {
    const answer = await send();
    if (answer.json.code !== 'idempotency_in_progress') return answer;
    expect([answer.status, answer.headers['retry-after']]).toEqual([409, '1']);
  }
}

test('the same key and body answer the first answer again, byte for byte', async () => {
  const first = await create('a', { amount_sats: 1, reference: 'r' });
  const again = await create('a', ' { "reference": "r", "amount_sats": 1.0 } ');
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(again.headers.location).toBe(first.headers.location);
  expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
});

test('422: the same key with another body is refused', async () => {
  await create('b', { amount_sats: 1 });
  const answer = await create('b', { amount_sats: 2 });
  expect([answer.status, answer.json.code]).toEqual([422, 'idempotency_key_reused']);
});

test('a key belongs to its API key', async () => {
  const other = await createTestKey(base.db);
  const first = await create('c', { amount_sats: 1 });
  const foreign = await create('c', { amount_sats: 2 }, api, other.apiKey);
  expect(foreign.status).toBe(201);
  expect(foreign.json.id).not.toBe(first.json.id);
});

test('a refused request is not stored: its key can be used for the corrected one', async () => {
  expect((await create('d', { amount_sats: 0 })).status).toBe(400);
  const off = createTestApi(base, { BITCOIN_REGTEST: 'off' });
  expect((await create('d', { amount_sats: 1 }, off)).status).toBe(503);
  expect((await create('d', { amount_sats: 5 })).status).toBe(201);
});

test('what was answered once is answered again even if it would be refused now', async () => {
  const body = { amount_sats: 1, webhook_url: 'http://localhost:1/' };
  const first = await create('e', body);
  const strict = createTestApi(base, { BITCOIN_REGTEST: 'off', WEBHOOK_PRIVATE_TARGETS: 'deny' });
  expect((await create('e', body, strict)).text).toBe(first.text);
});

test('a key is remembered for 30 days', async () => {
  const later = createTestApi(base);
  const first = await create('f', { amount_sats: 1 });
  later.passTime(30 * DAY_MS - 60_000);
  expect((await create('f', { amount_sats: 1 }, later)).text).toBe(first.text);
  later.passTime(120_000);
  const renewed = await create('f', { amount_sats: 2 }, later);
  expect(renewed.status).toBe(201);
  expect((await create('f', { amount_sats: 2 }, later)).text).toBe(renewed.text);
});

test('409: while the first request with a key runs, others are told to come again', async () => {
  await base.db.transaction(async (tx) => {
    const claim = {
      apiKeyId: shop.id,
      route: 'POST /v1/btc/payments',
      key: 'g',
      bodyHash: '',
    };
    await claimAnswer(tx, claim, new Date());
    const answer = await create('g', { amount_sats: 1 });
    expect([answer.status, answer.json.code]).toEqual([409, 'idempotency_in_progress']);
    expect(answer.headers['retry-after']).toBe('1');
  });
  expect((await create('g', { amount_sats: 1 })).status).toBe(201);
});

test('200 parallel creates with one key make one payment', async () => {
  const before = await base.db.$count(payment);
  const body = { amount_sats: 1, reference: 'once' };
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => insist(() => create('h', body))),
  );
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  expect(answers.every((answer) => answer.status === 201)).toBe(true);
  const replayed = answers.filter((answer) => answer.headers['idempotency-replayed'] === 'true');
  expect(replayed).toHaveLength(199);
  expect(await base.db.$count(payment)).toBe(before + 1);
});
