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

const errorsOf = (answer: { json: { errors: { pointer: string; code: string }[] } }) =>
  Object.fromEntries(answer.json.errors.map((error) => [error.pointer, error.code]));

test('400: an error response has the URL of its documentation, a code, a request id and every error', async () => {
  const answer = await create(
    {
      underpayment_tolerance_ppm: 10_001,
      webhook_url: 'not a url',
      destination_address: 'bcrt1qnope',
      required_confirmations: '3',
      expires_in: 299,
      reference: 'a\u0000b',
      amount: 1,
      'a/b~c': 1,
    },
    { 'idempotency-key': 'with space' },
  );
  expect(answer.status).toBe(400);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.json).toMatchObject({
    type: 'https://pay.example/docs/errors/invalid_request',
    title: 'The request is not valid',
    status: 400,
    code: 'invalid_request',
    detail: '10 errors in this request: see errors.',
  });
  expect(errorsOf(answer)).toEqual({
    'Idempotency-Key': 'invalid_format',
    '/amount_sats': 'required',
    '/underpayment_tolerance_ppm': 'out_of_range',
    '/webhook_url': 'invalid_format',
    '/destination_address': 'invalid_address',
    '/required_confirmations': 'invalid_type',
    '/expires_in': 'out_of_range',
    '/reference': 'invalid_format',
    '/amount': 'unknown_field',
    '/a~1b~0c': 'unknown_field',
  });
});

test('400: an unknown field gets a suggestion of the nearest known name', async () => {
  const answer = await create({ amount_sats: 1, refrence: 'x', __proto__x: 1 });
  expect(answer.json.errors).toContainEqual({
    pointer: '/refrence',
    code: 'unknown_field',
    message: 'Unknown field. Did you mean "reference"?',
  });
  const prototype = await create('{"amount_sats":1,"__proto__":{"reference":"x"}}');
  expect(errorsOf(prototype)).toEqual({ '/__proto__': 'unknown_field' });
});

test('400: an amount must be a JSON integer in range', async () => {
  const wrong = {
    required: ['null'],
    invalid_type: ['"1"', 'true', '[]', '{}', '1.5', '1e400'],
    out_of_range: ['0', '-0', '-1', '2100000000000001', '9007199254740993', '1e20'],
  };
  for (const [code, values] of Object.entries(wrong)) {
    for (const value of values) {
      const answer = await create(`{"amount_sats":${value}}`);
      expect(errorsOf(answer), value).toEqual({ '/amount_sats': code });
    }
  }
});

test('400: null is refused in a required field, and equals a missing value in an optional field', async () => {
  const optional = {
    underpayment_tolerance_ppm: null,
    webhook_url: null,
    destination_address: null,
    required_confirmations: null,
    expires_in: null,
    reference: null,
    price: null,
    metadata: null,
    description: null,
    locale: null,
    return_url: null,
    return_automatically: null,
  };
  const refused = await create({ amount_sats: null, ...optional });
  expect([refused.status, errorsOf(refused)]).toEqual([400, { '/amount_sats': 'required' }]);
  const nulls = await create({ amount_sats: 1, ...optional });
  expect(nulls.status).toBe(201);
  const { status, json } = await create({ amount_sats: 1 });
  expect(status).toBe(201);
  const { id, address, checkout_url, payment_uri, created_at, expires_at } = nulls.json;
  const own = { id, address, checkout_url, payment_uri, created_at, expires_at };
  expect(nulls.json).toEqual({ ...json, ...own });
});

test('400: a reference has 1 to 255 characters and no control characters', async () => {
  for (const reference of ['', 'x'.repeat(256), 'a\nb', '\u007f', '\u0085', '\ud800']) {
    const answer = await create({ amount_sats: 1, reference });
    expect(errorsOf(answer)).toEqual({ '/reference': 'invalid_format' });
  }
});

test('400: a webhook_url is one complete URL of at most 2048 characters', async () => {
  const long = `https://shop.example/${'x'.repeat(2_048 - 20)}`;
  for (const webhook_url of [
    '',
    '/hook',
    'shop.example',
    ' https://a.example',
    'https://a\t.example',
    long,
  ]) {
    expect((await create({ amount_sats: 1, webhook_url })).json.code).toBe('invalid_request');
  }
});

test('400: an Idempotency-Key is 1 to 255 visible ASCII characters', async () => {
  for (const key of ['', ' ', 'a b', 'ü', 'x'.repeat(256), 'a, b']) {
    const answer = await create({ amount_sats: 1 }, { 'idempotency-key': key });
    expect(errorsOf(answer), key).toEqual({ 'Idempotency-Key': 'invalid_format' });
  }
  const longest = await create({ amount_sats: 1 }, { 'idempotency-key': '~'.repeat(255) });
  expect(longest.status).toBe(201);
});

test('400: a body that is not a JSON object is rejected without being quoted', async () => {
  const invalidUtf8 = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
  for (const body of ['{', '{"amount_sats":01}', '{"amount_sats":1}x', invalidUtf8, '']) {
    const answer = await create(body);
    expect([answer.status, answer.json.code]).toEqual([400, 'malformed_json']);
  }
  const twice = await create('{"amount_sats":1,"amount_sats":2}');
  expect(twice.json).toMatchObject({
    code: 'malformed_json',
    detail: expect.stringContaining('twice'),
  });
  for (const body of ['[]', '1', '"x"', 'null']) {
    expect((await create(body)).json.errors, body).toEqual([
      { pointer: '', code: 'invalid_type', message: 'The body must be a JSON object.' },
    ]);
  }
});

test('400: all list parameters are checked, and numbers must be plain decimals', async () => {
  expect(errorsOf(await list(''))).toEqual({ from: 'required', to: 'required' });
  expect(
    errorsOf(await list('from=1&from=2&to=0x10&filter=some&limit=101&offset=-1&page=2')),
  ).toEqual({
    from: 'repeated',
    to: 'invalid_format',
    filter: 'invalid_value',
    limit: 'out_of_range',
    offset: 'invalid_format',
    page: 'unknown_field',
  });
  for (const from of ['', '1.0', '1e3', '+1', ' 1', '01', '１']) {
    expect(errorsOf(await list(`from=${from}&to=9`)), from).toEqual({ from: 'invalid_format' });
  }
  for (const limit of ['0', '101']) {
    expect(errorsOf(await list(`from=0&to=9&limit=${limit}`))).toEqual({ limit: 'out_of_range' });
  }
});

test('400: a range that ends before its start is reported together with the other errors', async () => {
  expect(errorsOf(await list('from=10&to=9'))).toEqual({ from: 'invalid_range' });
  expect(errorsOf(await list('from=10&to=9&limit=0'))).toEqual({
    from: 'invalid_range',
    limit: 'out_of_range',
  });
  expect((await list('from=9&to=9')).status).toBe(200);
});

test('400: the error for a timestamp that is too large says that milliseconds are not accepted', async () => {
  const answer = await list(`from=0&to=${Number.MAX_SAFE_INTEGER}`);
  expect(answer.json.errors[0].message).toContain('not in milliseconds');
});

test('400: an operation without parameters or fields rejects every parameter and field', async () => {
  const { id } = (await create({ amount_sats: 1 })).json;
  const path = `/v1/btc/payments/${id}`;
  const get = await api.call({ path: `${path}?expand=all`, key: merchant.apiKey });
  expect(errorsOf(get)).toEqual({ expand: 'unknown_field' });
  const cancel = await api.call({
    path: `${path}/cancel`,
    key: merchant.apiKey,
    body: { reason: 'sold out' },
  });
  expect(errorsOf(cancel)).toEqual({ '/reason': 'unknown_field' });
});

test('400: a field that PostgreSQL cannot store is rejected with the field’s name, and such a path returns 404', async () => {
  for (const payment_id of ['pay_\u0000', '\ud800', 'a\udc00b']) {
    const answer = await api.call({
      path: '/v1/sandbox/pay',
      key: merchant.apiKey,
      body: { payment_id },
    });
    expect([answer.status, errorsOf(answer)]).toEqual([400, { '/payment_id': 'invalid_format' }]);
  }
  for (const path of ['/v1/btc/payments/%00', '/v1/btc/payments/pay_%00/cancel']) {
    const method = path.endsWith('cancel') ? 'POST' : 'GET';
    expect((await api.call({ method, path, key: merchant.apiKey })).status, path).toBe(404);
  }
});

test('413: a body over 16 KiB is rejected, with or without a Content-Length', async () => {
  const body = JSON.stringify({ amount_sats: 1, reference: 'x'.repeat(16 * 1024) });
  expect((await create(body)).json.code).toBe('body_too_large');
  const announced = await create('{}', { 'content-length': '16385' });
  expect(announced.status).toBe(413);
  const fitting = await create(JSON.stringify({ amount_sats: 1 }).padEnd(16 * 1024));
  expect(fitting.status).toBe(201);
});

test('415: only JSON in UTF-8 is accepted', async () => {
  for (const type of ['', 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
    expect((await create('{"amount_sats":1}', { 'content-type': type })).status, type).toBe(415);
  }
  expect((await create('{}', { 'content-type': 'application/json; charset=latin1' })).status).toBe(
    415,
  );
  expect((await create('{}', { 'content-encoding': 'gzip' })).status).toBe(415);
  for (const type of ['application/json;charset=utf-8', 'Application/JSON; charset="UTF-8"']) {
    expect((await create('{"amount_sats":1}', { 'content-type': type })).status, type).toBe(201);
  }
});
