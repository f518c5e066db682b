import { expect, test } from 'vitest';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const merchant = await createTestKey(base.db);

const create = (body: unknown, headers = {}) =>
  api.call({ path: '/v1/btc/payments', key: merchant.apiKey, body, headers });
const list = (query: string) =>
  api.call({ path: `/v1/btc/payments?${query}`, key: merchant.apiKey });

test('400: the error for a name that resembles no known name lists the known names', async () => {
  const messages = async (query: string) =>
    (await list(`from=0&to=1&${query}`)).json.errors.map(
      (error: { message: string }) => error.message,
    );
  expect(await messages('statsu=pending&fliter=all&whatever=1')).toEqual([
    'Unknown parameter. Did you mean "status"?',
    'Unknown parameter. Did you mean "filter"?',
    'Unknown parameter. Use one of: from, to, status, reference, customer, metadata, payment_link_id, filter, limit, cursor, offset.',
  ]);
});

test('400: if a request has only one error, `detail` is a sentence with the name of the field', async () => {
  const detailOf = async (answer: Promise<{ json: { detail: string } }>) =>
    (await answer).json.detail;
  expect(await detailOf(list('from=0'))).toBe('"to" is required.');
  expect(await detailOf(list('from=0&to=9&filter=some'))).toBe(
    '"filter" must be one of: all, verified, unverified.',
  );
  expect(await detailOf(list('from=0&to=9&to=9'))).toBe('"to" must be given only once.');
  expect(await detailOf(list('from=0&to=9&refrence=x'))).toBe(
    '"refrence": Unknown parameter. Did you mean "reference"?',
  );
  expect(await detailOf(create({}))).toBe('"/amount_sats" is required, unless there is a price.');
  expect(await detailOf(create({ amount_sats: 1 }, { 'idempotency-key': '' }))).toBe(
    '"Idempotency-Key" must be 1 to 255 visible ASCII characters, without spaces.',
  );
  expect(await detailOf(create('[]'))).toBe('The body must be a JSON object.');
});

test.each([49.9, '49.90', ['49.90', 'EUR'], true])(
  '400: the error for an invalid price such as %j lists the fields of a price',
  async (price) => {
    const { errors } = (await create({ price })).json;
    const message = 'Must be an object with these fields: amount, currency.';
    expect(errors).toEqual([{ pointer: '/price', code: 'invalid_type', message }]);
  },
);
