import { expect, test } from 'vitest';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { deriveReceive } from '@/test/support/derive-receive';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const merchant = await createTestKey(base.db, { allowCustomAddresses: true });

const create = (body: unknown, headers = {}) =>
  api.call({ path: '/v1/btc/payments', key: merchant.apiKey, body, headers });

test('201: a created payment has every documented field, with its default or null if no value is given', async () => {
  const answer = await create({ amount_sats: 25_000 });
  expect(answer.status).toBe(201);
  const payment = answer.json;
  const checkout = payment.checkout_url.slice('https://pay.example/pay/'.length);
  expect(payment).toEqual({
    id: expect.stringMatching(/^pay_[0-9A-Za-z]{22}$/),
    address: deriveReceive(merchant.descriptor, 'regtest', 0).address,
    txid: null,
    amount_sats: 25_000,
    underpayment_tolerance_ppm: 0,
    received_sats: 0,
    price: null,
    status: 'pending',
    flags: [],
    confirmations: 0,
    required_confirmations: 3,
    network: 'regtest',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    expires_at: new Date(Date.parse(payment.created_at) + 3_600_000).toISOString(),
    detected_at: null,
    confirmed_at: null,
    canceled_at: null,
    reference: null,
    customer: null,
    metadata: null,
    description: null,
    locale: null,
    return_url: null,
    return_automatically: false,
    payment_link_id: null,
    follows_payment_id: null,
    payer_note: null,
    webhook_url: null,
    checkout_url: expect.stringMatching(/^https:\/\/pay\.example\/pay\/co_[0-9A-Za-z]{22}$/),
    payment_uri: `bitcoin:${payment.address}?amount=0.00025`,
  });
  expect(checkout).not.toContain(payment.id.slice(4));
});

test('201: Location is a URL below APP_URL that returns the same payment', async () => {
  const created = await create({ amount_sats: 1 }, { host: 'evil.example' });
  expect(created.headers.location).toBe(`https://pay.example/v1/btc/payments/${created.json.id}`);
  const path = new URL(created.headers.location ?? '').pathname;
  expect((await api.call({ path, key: merchant.apiKey })).json).toEqual(created.json);
});

test('201: every field is stored as given, at the lower and the upper end of its range', async () => {
  const smallest = {
    amount_sats: 1,
    underpayment_tolerance_ppm: 0,
    webhook_url: 'http://127.0.0.1:9/hook?a=b#c',
    required_confirmations: 1,
    expires_in: 300,
    reference: ' order 1 ü 🧾 ',
  };
  const largest = {
    amount_sats: 2_100_000_000_000_000,
    underpayment_tolerance_ppm: 10_000,
    webhook_url: `https://shop.example/${'x'.repeat(2_048 - 21)}`,
    required_confirmations: 6,
    expires_in: 86_400,
    reference: '€'.repeat(255),
  };
  for (const { expires_in, ...fields } of [smallest, largest]) {
    const answer = await create({ ...fields, expires_in });
    expect(answer.json).toMatchObject(fields);
    const { created_at, expires_at } = answer.json;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(expires_in * 1000);
  }
});

test('201: a customer-provided address is used as given, with bech32 in lower case', async () => {
  const { address } = deriveReceive((await createTestKey(base.db)).descriptor, 'regtest', 7);
  const answer = await create({ amount_sats: 5, destination_address: address.toUpperCase() });
  expect(answer.status).toBe(201);
  expect(answer.json.address).toBe(address);
});

test('201: a wallet skips addresses that were used as customer-provided addresses', async () => {
  const other = await createTestKey(base.db);
  const { address } = deriveReceive(other.descriptor, 'regtest', 0);
  const custom = await create({ amount_sats: 5, destination_address: address });
  const path = `/v1/btc/payments/${custom.json.id}/cancel`;
  expect((await api.call({ method: 'POST', path, key: merchant.apiKey })).status).toBe(200);
  const derived = await api.call({
    path: '/v1/btc/payments',
    key: other.apiKey,
    body: { amount_sats: 5 },
  });
  expect(derived.json.address).toBe(deriveReceive(other.descriptor, 'regtest', 1).address);
});

test('an integer may be written in any JSON number format', async () => {
  const answer = await create('{"amount_sats": 2.5e4, "expires_in": 600.0}');
  expect(answer.json.amount_sats).toBe(25_000);
});

test('every response has its own request id, is not cached, and sends no CORS headers', async () => {
  const headers = { 'x-request-id': 'mine', origin: 'https://evil.example' };
  const answers = [
    await create({ amount_sats: 1 }, headers),
    await create({}, headers),
    await api.call({ path: '/v1/nothing', headers }),
    await api.call({ path: '/v1/btc/payments', method: 'OPTIONS', headers }),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([201, 400, 404, 204]);
  for (const answer of answers) {
    expect(answer.headers['x-request-id']).toMatch(/^req_[0-9A-Za-z]{22}$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-'))).toEqual([]);
  }
  expect(new Set(answers.map((answer) => answer.headers['x-request-id'])).size).toBe(4);
  expect(answers[1]?.json.request_id).toBe(answers[1]?.headers['x-request-id']);
});
