import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { paymentExtra } from '@/db/schema/extras';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const merchant = await createTestKey(base.db, { allowCustomAddresses: true });

const create = (fields: object, headers = {}, on = api) =>
  on.call({
    path: '/v1/btc/payments',
    key: merchant.apiKey,
    body: { amount_sats: 1_000, ...fields },
    headers,
  });

const GIVEN = {
  metadata: { order: '1042', zeta: '', alpha: 'Ünïcode 🧾', __proto: 'x' },
  description: 'Tea, 100 g\nGreen tea, 50 g',
  locale: 'de',
  return_url: 'https://shop.example/thanks?payment={PAYMENT_ID}',
  return_automatically: true,
};

const NOTHING = {
  metadata: null,
  description: null,
  locale: null,
  return_url: null,
  return_automatically: false,
};

test('201: every response contains the shop’s data as given, with the metadata names in the given order', async () => {
  const { status, json, text } = await create(GIVEN);
  expect([status, json]).toMatchObject([201, GIVEN]);
  const read = await api.call({ path: `/v1/btc/payments/${json.id}`, key: merchant.apiKey });
  const list = await api.call({
    path: '/v1/btc/payments?from=0&to=4000000000&limit=1',
    key: merchant.apiKey,
  });
  const metadata = /"metadata":\{[^}]*\}/.exec(text)?.[0];
  expect(metadata).toBe(`"metadata":${JSON.stringify(GIVEN.metadata)}`);
  for (const answer of [read, list]) expect(answer.text).toContain(metadata);
  expect(read.json).toEqual(json);
  expect(list.json.data).toEqual([json]);
  const canceled = await api.call({
    method: 'POST',
    path: `/v1/btc/payments/${json.id}/cancel`,
    key: merchant.apiKey,
  });
  expect(canceled.json).toMatchObject(GIVEN);
});

test('201: a payment to a customer-provided address also stores the shop’s data', async () => {
  const { json } = await create({ ...GIVEN, destination_address: merchant.firstAddresses[7] });
  const read = await api.call({ path: `/v1/btc/payments/${json.id}`, key: merchant.apiKey });
  expect(read.json).toEqual(json);
  expect(json).toMatchObject(GIVEN);
});

test('201: if a request has no shop data, all fields for shop data are null, and no row is stored', async () => {
  const before = await base.db.$count(paymentExtra);
  const { json } = await create({ ...NOTHING });
  expect(json).toMatchObject(NOTHING);
  expect(await base.db.$count(paymentExtra)).toBe(before);
});

test('201: empty metadata differs from no metadata', async () => {
  expect((await create({ metadata: {} })).json.metadata).toEqual({});
});

test('201: concurrent create requests keep their shop data separate', async () => {
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, n) => create(n % 3 ? { metadata: { n: `${n}` } } : {})),
  );
  for (const [n, { json }] of all.entries()) {
    expect(json.metadata).toEqual(n % 3 ? { n: `${n}` } : null);
    const read = await api.call({ path: `/v1/btc/payments/${json.id}`, key: merchant.apiKey });
    expect(read.json).toEqual(json);
  }
});

test('metadata may use names such as "constructor"', async () => {
  const body = '{"amount_sats":1,"metadata":{"__proto__":"a","constructor":"b","toString":"c"}}';
  const answer = await api.call({ path: '/v1/btc/payments', key: merchant.apiKey, body });
  expect(answer.text).toContain('"metadata":{"__proto__":"a","constructor":"b","toString":"c"}');
});

test.each([
  ['de-CH', 'de'],
  ['PT-br', 'pt'],
  ['iw', 'he'],
  ['zh', 'zh-Hans'],
  ['zh-HK', 'zh-Hant'],
  ['in', 'id'],
  ['sv', null],
  ['de_CH', null],
  ['deutsch', null],
  ['de-', null],
  ['', null],
])(
  'the locale %j is returned as %j, where null means that the locale is rejected',
  async (locale, known) => {
    const { status, json } = await create({ locale });
    if (known) expect(json.locale).toBe(known);
    else expect([status, json.errors[0].pointer]).toEqual([400, '/locale']);
  },
);

test.each<[string, unknown, string]>([
  ['metadata', [], 'invalid_value'],
  ['metadata', { a: 1 }, 'invalid_value'],
  ['metadata', { a: 'x\u0001' }, 'invalid_value'],
  ['metadata', { '': 'a' }, 'invalid_value'],
  ['description', '', 'invalid_format'],
  ['description', 'x'.repeat(501), 'invalid_format'],
  ['description', 'a\tb', 'invalid_format'],
  ['description', 'a\0b', 'invalid_format'],
  ['locale', 7, 'invalid_type'],
  ['return_url', 'javascript:alert(1)', 'invalid_format'],
  ['return_url', `https://shop.example/${'x'.repeat(2_048)}`, 'out_of_range'],
  ['return_url', 'https://u:p@shop.example/', 'invalid_format'],
  ['return_automatically', 'yes', 'invalid_type'],
  ['return_automatically', true, 'invalid_value'],
])('400: an invalid %s is rejected (%#)', async (field, value, code) => {
  const { status, json } = await create({ [field]: value });
  expect([status, json.errors]).toEqual([
    400,
    [{ pointer: `/${field}`, code, message: expect.any(String) }],
  ]);
});

test('400: a return URL with http is rejected unless the server allows private targets', async () => {
  const strict = createTestApi(base, { WEBHOOK_PRIVATE_TARGETS: 'deny' });
  const http = { return_url: 'http://192.168.0.7/done' };
  const { status, json } = await create(http, {}, strict);
  expect([status, json.code, json.errors[0].pointer]).toEqual([
    400,
    'invalid_request',
    '/return_url',
  ]);
  expect((await create(http)).json).toMatchObject(http);
  // A payment created while http was allowed still gets its stored response.
  const key = { 'idempotency-key': 'http' };
  const first = await create(http, key);
  expect((await create(http, key, strict)).text).toBe(first.text);
});

test('a repeated request returns the same shop data, and is rejected if the shop data differs', async () => {
  const key = { 'idempotency-key': 'shop-data' };
  const first = await create(GIVEN, key);
  const again = await create({ ...GIVEN }, key);
  expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
  for (const other of [
    { metadata: { ...GIVEN.metadata, order: '1043' } },
    { description: 'Tea' },
    { locale: 'fr' },
    { return_url: 'https://shop.example/' },
    { return_automatically: false },
  ]) {
    expect((await create({ ...GIVEN, ...other }, key)).json.code).toBe('idempotency_key_reused');
  }
});

test('a payment created in the dashboard has the shop’s data too', async () => {
  const owner = await createTestActor(base.db, merchant.merchantId, 'owner');
  const body = { api_key_id: merchant.id, amount_sats: 5, ...GIVEN };
  const { json } = await api.call({ path: '/api/dashboard/payments', as: owner, body });
  expect(json).toMatchObject(GIVEN);
  const detail = await api.call({ path: `/api/dashboard/payments/${json.id}`, as: owner });
  expect(detail.json.payment).toEqual(json);
});

test('metadata can be searched by words of its values, with the help of an index', async () => {
  const owner = await createTestActor(base.db, merchant.merchantId, 'viewer');
  const stranger = await createTestActor(
    base.db,
    (await createTestKey(base.db)).merchantId,
    'owner',
  );
  const { json } = await create({ metadata: { customer: 'Anna Müller-Lüdenscheidt', cart: 'Q7' } });
  const found = async (q: string, as = owner) => {
    const path = `/api/dashboard/payments?q=${encodeURIComponent(q)}`;
    const { json: page } = await api.call({ path, as });
    return page.data.map(({ id }: { id: string }) => id);
  };
  for (const q of ['anna', 'MÜLLER', 'müll', 'lüdensch anna', 'Anna Müller-Lüdenscheidt', 'q7']) {
    expect([q, await found(q)]).toEqual([q, [json.id]]);
  }
  for (const q of ['annabel', 'nna', 'q', 'customer', "anna' | 'x", 'anna berta']) {
    expect([q, await found(q)]).toEqual([q, []]);
  }
  expect(await found('anna', stranger)).toEqual([]);
  const plan = await base.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute(
      sql`explain select payment_id from payment_extra where words @@ '''anna'':*'::tsquery`,
    );
  });
  expect(JSON.stringify(plan)).toContain('payment_extra_words');
});
