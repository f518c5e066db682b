import { expect, test } from 'vitest';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const merchant = await createTestKey(base.db);

const ADA = { name: 'Ada Łovelace', email: 'ada@example.com', reference: 'c-77' };

const create = (fields: object, key = merchant.apiKey, headers = {}) =>
  api.call({ path: '/v1/btc/payments', key, body: { amount_sats: 1_000, ...fields }, headers });

async function listed(customer: string, key = merchant.apiKey): Promise<string[]> {
  const query = new URLSearchParams({ from: '0', to: '9999999999', customer });
  const { status, json } = await api.call({ path: `/v1/btc/payments?${query}`, key });
  expect([status, json.pagination?.total]).toEqual([200, json.data?.length]);
  return json.data.map(({ id }: { id: string }) => id);
}

test('201: the customer is in the response to the create request and in later reads', async () => {
  const { status, json } = await create({ customer: ADA });
  expect([status, json.customer]).toEqual([201, ADA]);
  const read = await api.call({ path: `/v1/btc/payments/${json.id}`, key: merchant.apiKey });
  expect(read.json).toEqual(json);
});

test('201: each field of the customer is optional, and a customer without fields is null', async () => {
  const none = { name: null, email: null, reference: null };
  for (const given of [{ name: 'Bob' }, { email: 'bob@example.com' }, { reference: 'c-1' }]) {
    expect((await create({ customer: given })).json.customer).toEqual({ ...none, ...given });
  }
  for (const given of [{}, none, null]) {
    const { status, json } = await create({ customer: given });
    expect([status, json.customer]).toEqual([201, null]);
  }
});

test('201: the e-mail address is kept in lower case', async () => {
  const { json } = await create({ customer: { email: ' Eve@Example.COM ' } });
  expect(json.customer.email).toBe('eve@example.com');
  expect(await listed('EVE@example.com')).toEqual([json.id]);
});

test.each([
  [{ name: '' }, '/customer/name', 'invalid_format'],
  [{ name: 'x'.repeat(121) }, '/customer/name', 'invalid_format'],
  [{ name: 'marked\nb' }, '/customer/name', 'invalid_format'],
  [{ email: 'marked' }, '/customer/email', 'invalid_format'],
  [{ email: `${'marked'.repeat(45)}@b.de` }, '/customer/email', 'invalid_format'],
  [{ reference: 'x'.repeat(256) }, '/customer/reference', 'invalid_format'],
  [{ mail: 'marked@example.com' }, '/customer/mail', 'unknown_field'],
  ['marked', '/customer', 'invalid_type'],
])(
  '400: for the invalid customer %j, the error points to %s, and the response does not quote the customer',
  async (customer, pointer, code) => {
    const { status, json, text } = await create({ customer });
    expect([status, json.errors?.map((error: object) => ({ ...error, message: '' }))]).toEqual([
      400,
      [{ pointer, code, message: '' }],
    ]);
    expect(text).not.toContain('marked');
  },
);

test('422: an Idempotency-Key cannot be reused with a different customer', async () => {
  const headers = { 'idempotency-key': 'customer-1' };
  const first = await create({ customer: ADA }, merchant.apiKey, headers);
  const again = await create({ customer: ADA }, merchant.apiKey, headers);
  expect([again.status, again.json]).toEqual([201, first.json]);
  const other = await create({ customer: { ...ADA, name: 'Eve' } }, merchant.apiKey, headers);
  expect([other.status, other.json.code]).toEqual([422, 'idempotency_key_reused']);
});

test('200: the customer filter compares the reference, or else the e-mail address, or else the name', async () => {
  const { json: one } = await create({ customer: { reference: 'c-9', email: 'a@example.com' } });
  const { json: two } = await create({ customer: { reference: 'c-9', name: 'Other name' } });
  const { json: mail } = await create({ customer: { email: 'a@example.com', name: 'Ann' } });
  const { json: name } = await create({ customer: { name: 'Ann' } });
  expect((await listed('c-9')).sort()).toEqual([one.id, two.id].sort());
  expect(await listed('a@example.com')).toEqual([mail.id]);
  expect(await listed('Ann')).toEqual([name.id]);
  expect(await listed('nobody')).toEqual([]);
});

test('200: the customer filter finds no payment of another API key', async () => {
  const other = await createTestKey(base.db);
  await create({ customer: { reference: 'shared' } });
  const { json } = await create({ customer: { reference: 'shared' } }, other.apiKey);
  expect(await listed('shared', other.apiKey)).toEqual([json.id]);
});
