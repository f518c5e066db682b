import { afterEach, beforeEach, expect, it } from 'vitest';
import { exchangeRate } from '@/db/schema/rates';
import { CURRENCIES, type Currency } from '@/lib/domain/currency';
import { rateText } from '@/lib/domain/rate';
import type { ExchangeName } from '@/lib/rates/exchanges';
import { parsePriceSources } from '@/lib/rates/rate-settings';
import { Rates } from '@/lib/rates/rates';
import { createTestDatabase } from '@/test/support/database';
import { EURO_EXCHANGES, type Exchanges, startExchanges } from '@/test/support/exchanges';
import { openForTestFile } from '@/test/support/open-for-test-file';

let exchanges: Exchanges;
let now: Date;
let rates: Rates;
let faulty: string[];

const base = await openForTestFile(createTestDatabase());

beforeEach(async () => {
  exchanges = await startExchanges();
  now = new Date('2026-01-01T12:00:00Z');
  const settings = {
    sources: parsePriceSources(exchanges.setting),
    oneSource: new Map(),
    fixed: new Map(),
    spreadPpm: 0,
    maxAgeMs: 300_000,
    maxDeviationPpm: 30_000,
    lastGoodMs: 0,
  };
  faulty = [];
  const onFault = (name: string) => faulty.push(name);
  rates = new Rates({ db: base.db, settings, clock: () => now, onFault });
});
afterEach(async () => {
  await exchanges.close();
  await base.db.delete(exchangeRate);
});

const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const sayAll = (price: number, ageMs = 0) => {
  for (const name of EURO_EXCHANGES) {
    exchanges.say(name, { price, at: new Date(now.getTime() - ageMs) });
  }
};
const rate = async (code: string) =>
  rateText((await rates.rate(code as Currency, 'mainnet', now, 'currency')).rate);

it('each exchange gets one request per currency, except that CoinGecko gets one per minute for all currencies', async () => {
  sayAll(50_000);
  const wantAll = () => Promise.allSettled(CURRENCIES.map(rate));
  const ofCoingecko = () => exchanges.paths().filter((path) => path.startsWith('/coingecko'));
  await wantAll();
  const asked = exchanges.paths().length;
  expect(new Set(exchanges.paths()).size).toBe(asked);
  pass(10_000);
  await wantAll();
  expect(exchanges.paths()).toHaveLength(asked);
  expect(ofCoingecko()).toHaveLength(1);
  pass(50_001);
  await wantAll();
  await expect.poll(() => ofCoingecko().length).toBe(2);
});

it('a currency without a rate is requested again as soon as the failed exchange’s Retry-After has passed', async () => {
  sayAll(50_000);
  for (const name of ['coingecko', 'yadio'] as const)
    exchanges.say(name, { reply: { status: 503 } });
  // Of the other exchanges, only Coinbase trades złoty.
  const refusal = { code: 'rate_unavailable', retryAfterSeconds: 10 };
  await expect(rate('PLN')).rejects.toMatchObject(refusal);
  sayAll(50_000);
  pass(10_000);
  expect(await rate('PLN')).toBe('50000');
});

it('CoinGecko gets no requests for a minute after its status 429', async () => {
  sayAll(50_000);
  exchanges.say('coingecko', { reply: { status: 429 } });
  exchanges.say('yadio', { reply: { status: 503 } });
  await expect(rate('PLN')).rejects.toMatchObject({ code: 'rate_unavailable' });
  const asked = () => exchanges.paths().filter((path) => path.startsWith('/coingecko')).length;
  pass(59_000);
  await expect(rate('PLN')).rejects.toMatchObject({ code: 'rate_unavailable' });
  expect(asked()).toBe(1);
  pass(1_000);
  await expect(rate('EUR')).resolves.toBe('50000');
  expect(asked()).toBe(2);
});

it('a rate with outdated quotes is requested again, even if the rate was computed seconds before', async () => {
  sayAll(50_000, 290_000);
  expect(await rate('EUR')).toBe('50000');
  pass(15_000);
  sayAll(51_000);
  expect(await rate('EUR')).toBe('51000');
});

it.each([
  ['null', null],
  ['more digits than a price has', `0.${'1'.repeat(40)}`],
])(
  'an exchange’s invalid value (%s) for an unrequested currency does not affect other currencies',
  async (_, odd) => {
    sayAll(50_000);
    const time = now.getTime() / 1_000;
    const bodies = {
      coinbase: { data: { currency: 'BTC', rates: { CAD: '50000', WXYZ: odd } } },
      mempool: { time, CAD: 50_000, JPY: odd },
      yadio: { BTC: { CAD: 50_000, XAU: odd }, timestamp: time * 1_000 },
      coingecko: { bitcoin: { cad: 50_000, mmk: odd, last_updated_at: time } },
    };
    for (const [name, body] of Object.entries(bodies)) {
      exchanges.say(name as ExchangeName, { reply: { status: 200, body: JSON.stringify(body) } });
    }
    const { source } = await rates.rate('CAD' as Currency, 'mainnet', now, 'currency');
    expect(source).toBe('coinbase,coingecko,kraken,mempool,yadio');
  },
);

it('a failing exchange is reported once in ten minutes, however many requests fail', async () => {
  for (const name of EURO_EXCHANGES) exchanges.say(name, { reply: { status: 451 } });
  for (let asked = 0; asked < 20; asked += 1) {
    await expect(rate(asked % 2 === 0 ? 'EUR' : 'CAD')).rejects.toThrow();
    pass(30_000);
  }
  expect(faulty.toSorted()).toEqual(EURO_EXCHANGES.toSorted());
  await expect(rate('EUR')).rejects.toThrow();
  expect(faulty).toHaveLength(2 * EURO_EXCHANGES.length);
});
