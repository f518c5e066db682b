import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { payment } from '@/db/schema/payments';
import { exchangeRate } from '@/db/schema/rates';
import { createTestApi, type TestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { EURO_EXCHANGES, type Exchanges, startExchanges } from '@/test/support/exchanges';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const SIGNET = { BITCOIN_SIGNET: 'http://127.0.0.1:9' };

let exchanges: Exchanges;
let api: TestApi;

const base = await openForTestFile(createTestDatabase());
const sandbox = await createTestKey(base.db);
const signet = await createTestKey(base.db, { network: 'signet' });
beforeEach(async () => {
  exchanges = await startExchanges();
  api = createTestApi(base, { ...SIGNET, BITCOIN_REGTEST: 'sandbox', ...priced() });
  say(50_000);
});
afterEach(async () => {
  await exchanges.close();
  await base.db.delete(exchangeRate);
});

const priced = () => ({ PRICE_SOURCES: exchanges.setting, PRICE_SPREAD_PPM: '5000' });
const say = (price: number) => {
  for (const name of EURO_EXCHANGES) exchanges.say(name, { price, at: new Date() });
};
const disagree = () => {
  for (const [n, name] of EURO_EXCHANGES.entries())
    exchanges.say(name, { price: 10 ** n, at: new Date() });
};
const create = (body: unknown, key = signet, headers = {}) =>
  api.call({ path: '/v1/btc/payments', key: key.apiKey, body, headers });
const EURO = { amount: '49.90', currency: 'EUR' };

describe('201', () => {
  test('a price is converted to satoshis with the spread, rounded up, and the response contains the rate', async () => {
    const { status, json } = await create({ price: EURO });
    expect([status, json.amount_sats]).toEqual([201, 100_299]);
    expect(json.price).toEqual({
      ...EURO,
      rate: '50000',
      source: [...EURO_EXCHANGES].sort().join(),
      quoted_at: expect.any(String),
      spread_ppm: 5_000,
    });
    const path = `/v1/btc/payments/${json.id}`;
    expect((await api.call({ path, key: signet.apiKey })).json).toEqual(json);
  });

  test('a payment requested in satoshis has no price and needs no exchange rate', async () => {
    const { json } = await create({ amount_sats: 1_000, price: null });
    expect([json.amount_sats, json.price]).toEqual([1_000, null]);
    expect(exchanges.requests()).toBe(0);
  });

  test('if a request sets a price and an amount in satoshis, their ratio is used as the rate', async () => {
    const { json } = await create({ amount_sats: 100_000, price: EURO });
    expect(json.amount_sats).toBe(100_000);
    expect(json.price).toMatchObject({ ...EURO, rate: '49900', source: 'shop', spread_ppm: 0 });
    expect(exchanges.requests()).toBe(0);
  });

  test('prices in bitcoin and satoshis need no exchange rate and get no spread', async () => {
    const bitcoin = await create({ price: { amount: '0.00012345', currency: 'BTC' } });
    expect([bitcoin.json.amount_sats, bitcoin.json.price.rate]).toEqual([12_345, '1']);
    const satoshis = await create({ price: { amount: '12345', currency: 'SATS' } });
    expect([satoshis.json.amount_sats, satoshis.json.price.source]).toEqual([12_345, 'unit']);
    expect(exchanges.requests()).toBe(0);
  });

  test('on the sandbox, a price is converted without a request to an exchange', async () => {
    const { json } = await create({ price: EURO }, sandbox);
    expect(json.price).toMatchObject({ rate: '50000', source: 'fixed' });
    expect(exchanges.requests()).toBe(0);
  });

  test('a repeated create request returns the same quote, even if the rate has changed or is missing', async () => {
    const headers = { 'idempotency-key': 'order-1' };
    const first = await create({ price: EURO }, signet, headers);
    api.passTime(2 * 3_600_000);
    say(60_000);
    expect((await create({ price: EURO }, signet, headers)).json).toEqual(first.json);
    disagree();
    api.passTime(2 * 3_600_000);
    expect((await create({ price: EURO })).status).toBe(503);
    const again = await create({ price: EURO }, signet, headers);
    expect([again.status, again.json]).toEqual([201, first.json]);
    const other = { price: { ...EURO, amount: '50.00' } };
    expect((await create(other, signet, headers)).json.code).toBe('idempotency_key_reused');
  });
});

describe('400', () => {
  test.each([
    [{ price: { amount: '49.901', currency: 'EUR' } }, '/price/amount', '2 after it'],
    [{ price: { amount: '49.9', currency: 'JPY' } }, '/price/amount', 'whole number'],
    [
      { price: { amount: '9'.repeat(16), currency: 'EUR' } },
      '/price/amount',
      'most 15 digits before',
    ],
    [{ price: { amount: '9'.repeat(16), currency: 'SATS' } }, '/price/amount', 'most 15 digits'],
    [{ price: { amount: '0', currency: 'EUR' } }, '/price/amount', 'positive'],
    [{ price: { amount: 49.9, currency: 'EUR' } }, '/price/amount', 'in quotes'],
    [{ price: { amount: '49.90', currency: 'eur' } }, '/price/currency', 'capital letters'],
    [{ price: { amount: '49.90', currency: 'XXX' } }, '/price/currency', 'ISO 4217'],
    [{ price: { amount: '49.90' } }, '/price/currency', 'required'],
    [{ price: '49.90 EUR' }, '/price', ''],
    [{ price: { ...EURO, rate: '1' } }, '/price/rate', 'Unknown field'],
    [{ price: { amount: '22000000', currency: 'BTC' } }, '/price/amount', 'all bitcoin'],
    [{}, '/amount_sats', 'Is required, unless there is a price.'],
    [{ expires_in: 1 }, '/amount_sats', 'Is required, unless there is a price.'],
  ])('the error for a request with %j points to %s', async (body, pointer, message) => {
    const { status, json } = await create(body);
    expect([status, json.code]).toEqual([400, 'invalid_request']);
    const error = json.errors.find((one: { pointer: string }) => one.pointer === pointer);
    expect(error?.message).toContain(message);
  });

  test('a price above the bitcoin supply gets the general error code for values out of range', async () => {
    const { json } = await create({ price: { amount: '22000000', currency: 'BTC' } });
    expect(json.errors[0]?.code).toBe('out_of_range');
  });

  test('an error about a currency without a fixed rate lists the currencies with a fixed rate', async () => {
    const { json } = await create({ price: { amount: '1', currency: 'XAF' } }, sandbox);
    expect(json.errors[0]).toMatchObject({ pointer: '/price/currency', code: 'no_rate' });
    expect(json.errors[0].message).toContain('EUR, GBP');
  });

  test('with prices switched off, the error suggests an amount in satoshis', async () => {
    api = createTestApi(base, { ...SIGNET, PRICE_SOURCES: 'off' });
    const { json } = await create({ price: EURO });
    expect(json.errors[0].message).toContain('amount_sats');
    expect((await create({ amount_sats: 1, price: EURO })).status).toBe(201);
  });
});

test('503: without a rate nothing is created, and Retry-After says when to retry', async () => {
  disagree();
  const before = await base.db.$count(payment);
  const { status, json, headers } = await create({ price: EURO });
  expect([status, json.code, headers['retry-after']]).toEqual([503, 'rate_unavailable', '10']);
  expect(await base.db.$count(payment)).toBe(before);
});

describe('the rate of a currency', () => {
  const rate = (currency: string, key = signet) =>
    api.call({ path: `/v1/btc/rates?currency=${currency}`, key: key.apiKey });

  test('200: the returned rate is the rate that a payment created now would get', async () => {
    const { json } = await rate('EUR');
    const { price } = (await create({ price: EURO })).json;
    const { age_seconds, currencies: _, ...quote } = json;
    expect({ ...quote, amount: '49.90' }).toEqual(price);
    expect(age_seconds).toBeLessThan(60);
    expect((await rate('EUR', sandbox)).json).toMatchObject({ source: 'fixed', age_seconds: 0 });
  });

  test('400: a rate is refused for an unknown currency and for a currency without a rate', async () => {
    expect((await rate('XXX')).json.errors[0].pointer).toBe('currency');
    expect((await rate('XAF', sandbox)).json.errors[0].pointer).toBe('currency');
  });

  test('401: a request without a key is refused', async () => {
    expect((await api.call({ path: '/v1/btc/rates?currency=EUR' })).status).toBe(401);
  });

  test('503: no rate is returned while no two exchanges agree', async () => {
    disagree();
    expect((await rate('EUR')).json.code).toBe('rate_unavailable');
  });
});
