import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exchangeRate } from '@/db/schema/rates';
import { createTestApi, type TestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { EXCHANGE_NAMES, type Exchanges, startExchanges } from '@/test/support/exchanges';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { startReceiver } from '@/test/support/receiver';

const base = await openForTestFile(createTestDatabase());
const signet = await createTestKey(base.db, { network: 'signet' });
const sandbox = await createTestKey(base.db);
const own = await openForTestFile(startReceiver());

let exchanges: Exchanges;
let api: TestApi;

beforeEach(async () => {
  exchanges = await startExchanges();
  for (const name of EXCHANGE_NAMES) exchanges.say(name, { price: 50_000, at: new Date() });
  own.respond(() => ({ status: 200, body: '{"btc":{"CLF":2471.1234,"a/b":["7"]}}' }));
  serve();
});
afterEach(async () => {
  await exchanges.close();
  await base.db.delete(exchangeRate);
});

function serve({ sources = exchanges.setting, oneSource = '' } = {}) {
  api = createTestApi(base, {
    ...{ BITCOIN_SIGNET: 'http://127.0.0.1:9', BITCOIN_REGTEST: 'sandbox' },
    ...{ PRICE_SOURCES: sources, PRICE_ONE_SOURCE: oneSource },
  });
}
const rate = (query: string, key = signet) =>
  api.call({ path: `/v1/btc/rates${query}`, key: key.apiKey });
const create = (currency: string, amount: string) =>
  api.call({
    path: '/v1/btc/payments',
    key: signet.apiKey,
    body: { price: { amount, currency } },
  });
const ownSource = (pointer: string) => `CLF=${own.url('/uf.json')}?day=1${pointer}`;

describe('a currency that this server can never price', () => {
  test('400: the error for an unsupported currency lists the supported currencies, and no exchange is contacted', async () => {
    for (const currency of ['CLF', 'KPW', 'UYW']) {
      const { status, json } = await create(currency, '1');
      expect([status, json.code]).toEqual([400, 'invalid_request']);
      expect(json.errors[0]).toMatchObject({ pointer: '/price/currency', code: 'no_rate' });
      expect(json.errors[0].message).toContain(', EUR, ');
      expect(json.errors[0].message).not.toContain(currency);
      expect((await rate(`?currency=${currency}`)).json.errors[0].code).toBe('no_rate');
    }
    expect(exchanges.requests()).toBe(0);
  });

  test('503: a currency that two exchanges trade is temporarily unavailable while they return no rate', async () => {
    for (const name of EXCHANGE_NAMES) exchanges.say(name, { reply: { status: 500 } });
    expect((await create('KES', '100.00')).json.code).toBe('rate_unavailable');
  });

  test('the currencies listed with a rate include only currencies that this server can price', async () => {
    const listed: string[] = (await rate('?currency=EUR')).json.currencies;
    expect(listed).toEqual([...new Set(listed)].sort());
    for (const one of ['BTC', 'SATS', 'EUR', 'ARS', 'KES', 'NGN', 'ZAR', 'XOF'])
      expect(listed).toContain(one);
    for (const one of ['CLF', 'KPW', 'CHE']) expect(listed).not.toContain(one);
  });
});

test('a rate request without a currency returns 1 as the rate of bitcoin, and the list of currencies', async () => {
  const { status, json } = await rate('');
  expect([status, json.currency, json.rate, json.source]).toEqual([200, 'BTC', '1', 'unit']);
  expect(json.currencies).toContain('EUR');
  expect(exchanges.requests()).toBe(0);
  const fixed: string[] = (await rate('', sandbox)).json.currencies;
  expect([fixed.includes('BTC'), fixed.includes('EUR'), fixed.includes('KES')]).toEqual([
    ...[true, true, false],
  ]);
});

test('with prices switched off, only the units of bitcoin are listed', async () => {
  serve({ sources: 'off' });
  expect((await rate('')).json.currencies).toEqual(['BTC', 'SATS']);
});

describe('every exchange of Africa and Latin America', () => {
  test.each([
    ['NGN', 'coinbase,coingecko,luno,yadio'],
    ['ZAR', 'coinbase,coingecko,luno,valr,yadio'],
    ['MXN', 'bitso,coinbase,coingecko,yadio'],
    ['COP', 'bitso,coinbase,yadio'],
    ['KES', 'coinbase,yadio'],
    ['XOF', 'coinbase,yadio'],
  ])(
    'the rate of %s comes from all exchanges that trade the currency: %s',
    async (currency, source) => {
      const { json } = await rate(`?currency=${currency}`);
      expect([json.rate, json.source]).toEqual(['50000', source]);
    },
  );

  test('while an exchange’s market for a currency is closed, the exchange’s price is not used', async () => {
    const halted = { pair: 'XBTNGN', bid: '50000', ask: '50000', status: 'DISABLED' };
    const body = JSON.stringify({ ...halted, timestamp: Date.now() });
    exchanges.say('luno', { reply: { status: 200, body } });
    expect((await rate('?currency=NGN')).json.source).toBe('coinbase,coingecko,yadio');
  });
});

describe('a currency for which the operator allows one source', () => {
  test('a currency listed in PRICE_ONE_SOURCE has that one source’s rate, whatever other exchanges return', async () => {
    serve({ oneSource: 'CUP=yadio,ARS=yadio' });
    exchanges.say('yadio', { price: 60_000, at: new Date() });
    for (const currency of ['CUP', 'ARS']) {
      const { json } = await rate(`?currency=${currency}`);
      expect([json.rate, json.source]).toEqual(['60000', 'yadio']);
      expect(json.currencies).toContain(currency);
    }
    expect((await rate('?currency=KES')).json.code).toBe('rate_unavailable');
  });

  test('503: a currency listed in PRICE_ONE_SOURCE has no rate while that one source’s quote is outdated', async () => {
    serve({ oneSource: 'CUP=yadio' });
    exchanges.say('yadio', { price: 60_000, at: new Date(Date.now() - 301_000) });
    const { json } = await rate('?currency=CUP');
    expect([json.code, json.detail]).toEqual([
      'rate_unavailable',
      expect.stringContaining('yadio has no rate of CUP'),
    ]);
  });

  test('a server with a single price source can price only the currencies listed in PRICE_ONE_SOURCE', async () => {
    serve({ sources: exchanges.settingOf(['yadio']), oneSource: 'CUP=yadio' });
    expect((await rate('')).json.currencies).toEqual(['BTC', 'CUP', 'SATS']);
    expect((await rate('?currency=CUP')).json.rate).toBe('50000');
    expect((await create('EUR', '1.00')).json.errors[0].code).toBe('no_rate');
  });
});

describe('an own source', () => {
  test('201: the operator’s own source can price a currency unit with four decimals (CLF)', async () => {
    serve({ sources: `${exchanges.setting},${ownSource('#/btc/CLF')}`, oneSource: 'CLF=own' });
    const { json } = await create('CLF', '1.2345');
    expect(json.price).toMatchObject({ amount: '1.2345', rate: '2471.1234', source: 'own' });
    expect(json.amount_sats).toBe(49_958);
    expect(own.requests.at(-1)?.path).toBe('/uf.json?day=1');
    expect((await create('CLF', '1.23456')).json.errors[0].pointer).toBe('/price/amount');
  });

  test('the operator’s own source counts as one of the two sources that a currency needs', async () => {
    const euro = `EUR=${own.url('/eur.json')}#/x`;
    own.respond(() => ({ status: 200, body: '{"x": 50000}' }));
    serve({ sources: `${exchanges.settingOf(['kraken'])},${euro}` });
    expect((await rate('?currency=EUR')).json.source).toBe('kraken,own');
  });

  test.each([
    ['#/btc/a~1b/0', '7'],
    ['#/btc/CLF', '2471.1234'],
  ])(
    'the rate of the operator’s own source is read at the JSON pointer %s',
    async (pointer, found) => {
      serve({ sources: ownSource(pointer), oneSource: 'CLF=own' });
      expect((await rate('?currency=CLF')).json.rate).toBe(found);
    },
  );

  test.each([
    ['a document without the pointer', '{"btc":{}}'],
    ['a text', '"CLF"'],
    ['more than 200 kB', `${' '.repeat(300_000)}{"btc":{"CLF":1}}`],
  ])('503: the operator’s own source is ignored when it returns %s', async (_, body) => {
    own.respond(() => ({ status: 200, body }));
    serve({ sources: ownSource('#/btc/CLF'), oneSource: 'CLF=own' });
    expect((await rate('?currency=CLF')).json.code).toBe('rate_unavailable');
  });
});
