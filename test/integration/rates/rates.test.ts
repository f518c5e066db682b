import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exchangeRate, exchangeRateGap } from '@/db/schema/rates';
import { type Currency, isCurrency } from '@/lib/domain/currency';
import { rateText } from '@/lib/domain/rate';
import type { ExchangeName } from '@/lib/rates/exchanges';
import { FIXED_RATES, parseFixedRates, parsePriceSources } from '@/lib/rates/rate-settings';
import { Rates } from '@/lib/rates/rates';
import { createTestDatabase } from '@/test/support/database';
import { EURO_EXCHANGES, type Exchanges, startExchanges } from '@/test/support/exchanges';
import { openForTestFile } from '@/test/support/open-for-test-file';
import type { Reply } from '@/test/support/receiver';

const MINUTE = 60_000;

let exchanges: Exchanges;
let now: Date;
let faults: string[];
let rates: Rates;

const base = await openForTestFile(createTestDatabase());

beforeEach(async () => {
  exchanges = await startExchanges();
  now = new Date('2026-01-01T12:00:00Z');
  faults = [];
  rates = otherProcess();
  for (const name of EURO_EXCHANGES) say(name, 50_000);
});
afterEach(async () => {
  await exchanges.close();
  await base.db.delete(exchangeRate);
  await base.db.delete(exchangeRateGap);
});

function otherProcess(lastGoodMs = 60 * MINUTE): Rates {
  const settings = {
    sources: parsePriceSources(exchanges.setting),
    oneSource: new Map(),
    fixed: parseFixedRates(FIXED_RATES),
    spreadPpm: 0,
    maxAgeMs: 5 * MINUTE,
    maxDeviationPpm: 30_000,
    lastGoodMs,
  };
  const onFault = (name: string, error: unknown) => faults.push(`${name}: ${error}`);
  return new Rates({ db: base.db, settings, clock: () => now, onFault });
}

const say = (name: ExchangeName, price: number | string, ageMs = 0) =>
  exchanges.say(name, { price, at: new Date(now.getTime() - ageMs) });
const answer = (name: ExchangeName, reply: Reply) => exchanges.say(name, { reply });
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

async function rate(
  code = 'EUR',
  of = rates,
): Promise<[rate: string, source: string, age: number]> {
  if (!isCurrency(code)) throw new Error(`${code} is no currency`);
  const found = await of.rate(code as Currency, 'mainnet', now, 'currency');
  return [rateText(found.rate), found.source, now.getTime() - found.quotedAt.getTime()];
}
const refused = expect.objectContaining({ code: 'rate_unavailable', retryAfterSeconds: 10 });

describe('a rate', () => {
  it('a rate is the median of all exchanges that trade the currency, each parsed as documented', async () => {
    expect(await rate('EUR')).toEqual(['50000', [...EURO_EXCHANGES].sort().join(), 0]);
    expect(await rate('CAD')).toEqual(['50000', 'coinbase,coingecko,kraken,mempool,yadio', 0]);
    expect(await rate('SEK')).toEqual(['50000', 'coinbase,coingecko,yadio', 0]);
    expect(faults).toEqual([]);
  });

  it('a rate is not requested from exchanges before it is needed', async () => {
    expect(exchanges.requests()).toBe(0);
    await rate('BTC');
    expect(exchanges.requests()).toBe(0);
  });

  it('concurrent reads of a rate share one request, and its result is reused for a minute', async () => {
    await Promise.all(Array.from({ length: 20 }, () => rate()));
    pass(MINUTE);
    await rate();
    expect(exchanges.requests()).toBe(EURO_EXCHANGES.length);
  });

  it('a valid quote is used even if it is older than a cached rate may be', async () => {
    for (const name of EURO_EXCHANGES) say(name, 50_000, 90_000);
    const [, , age] = await rate('EUR', otherProcess(0));
    expect(age).toBe(90_000);
  });

  it('a rate is shared with other processes, and available after a restart', async () => {
    await rate();
    expect(await rate('EUR', otherProcess())).toEqual(await rate());
    expect(exchanges.requests()).toBe(EURO_EXCHANGES.length);
  });

  it('a rate is computed through the US dollar if two exchanges agree on each conversion', async () => {
    for (const name of EURO_EXCHANGES) say(name, 60_000);
    // Only one exchange has a price of bitcoin in złoty, and two have a price of the dollar in
    // złoty.
    for (const name of ['coingecko', 'yadio'] as const) say(name, 0);
    exchanges.sayDollar('coinbase', 'CURRENCY=USD', '4.0');
    await expect(rate('PLN')).rejects.toEqual(refused);
    pass(MINUTE);
    for (const name of EURO_EXCHANGES) say(name, /coingecko|yadio/.test(name) ? 0 : 60_000);
    exchanges.sayDollar('coinbase', 'CURRENCY=USD', '1.5');
    exchanges.sayDollar('kraken', 'USDCAD', '1.5');
    exchanges.sayDollar('kraken', 'XBTCAD', '0');
    exchanges.sayDollar('coinbase', 'CURRENCY=BTC', '60000');
    answer('mempool', { status: 500 });
    expect(await rate('CAD')).toEqual([
      '90000',
      'bitfinex,bitstamp,coinbase,kraken via USD (coinbase,kraken)',
      0,
    ]);
  });
});

describe('a single exchange', () => {
  it.each<[string, number | string]>([
    ['zero', 0],
    ['a negative number', '-50000'],
    ['NaN', 'NaN'],
    ['ten times the agreed rate', 500_000],
    ['a tenth', 5_000],
    ['4 % more', 52_000],
    ['an exponent', '5e4'],
    ['nothing', ''],
  ])('a single exchange cannot change a rate by returning %s', async (_, price) => {
    for (const liar of EURO_EXCHANGES) {
      now = new Date(now.getTime() + 120 * MINUTE);
      for (const name of EURO_EXCHANGES) say(name, name === liar ? price : 50_000);
      const [found, source] = await rate();
      expect([found, source.split(',').includes(liar)]).toEqual(['50000', false]);
    }
  });

  it.each<[string, Reply]>([
    ['500', { status: 500 }],
    ['429', { status: 429, headers: { 'retry-after': '60' } }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
    ['no JSON', { status: 200, body: '<html>' }],
    ['null', { status: 200, body: 'null' }],
    ['an empty object', { status: 200, body: '{}' }],
    ['an empty list', { status: 200, body: '[]' }],
    ['half a response', { status: 200, cut: true }],
    ['nothing', 'reset'],
    ['megabytes', { status: 200, body: ' '.repeat(300_000) }],
  ])('a single exchange cannot block a rate by returning %s', async (_, reply) => {
    answer('kraken', reply);
    answer('bitstamp', reply);
    const [found, source] = await rate();
    expect([found, source]).toEqual(['50000', 'bitfinex,coinbase,coingecko,luno,mempool,yadio']);
    expect(faults.map((fault) => fault.split(':')[0]).sort()).toEqual(['bitstamp', 'kraken']);
  });

  it('a single exchange that hangs or sends byte by byte cannot block a rate', async () => {
    answer('kraken', 'hang');
    answer('bitstamp', 'drip');
    const [found, source] = await rate();
    expect([found, source]).toEqual(['50000', 'bitfinex,coinbase,coingecko,luno,mempool,yadio']);
  });

  it('outdated prices of several exchanges do not affect a rate', async () => {
    for (const name of ['mempool', 'bitstamp', 'coingecko', 'yadio', 'luno'] as const)
      say(name, 50_100, 301_000);
    expect(await rate()).toEqual(['50000', 'bitfinex,coinbase,kraken', 0]);
  });
});

describe('while no two exchanges agree', () => {
  const disagree = () => {
    for (const [n, name] of EURO_EXCHANGES.entries()) say(name, 10_000 * 2 ** n);
  };

  it('the last rate is returned with its age, until its oldest quote is an hour old', async () => {
    say('mempool', 50_000, 90_000);
    await rate();
    disagree();
    pass(60 * MINUTE - 90_000);
    expect(await rate()).toEqual(['50000', [...EURO_EXCHANGES].sort().join(), 60 * MINUTE]);
    pass(1);
    await expect(rate()).rejects.toEqual(refused);
  });

  it('exchanges are contacted at most every ten seconds until they agree', async () => {
    disagree();
    await expect(rate()).rejects.toEqual(refused);
    const asked = exchanges.requests();
    pass(9_999);
    await expect(rate()).rejects.toEqual(refused);
    expect(exchanges.requests()).toBe(asked);
    for (const name of EURO_EXCHANGES) say(name, 51_000);
    pass(1);
    expect((await rate())[0]).toBe('51000');
  });

  it('if the exchanges disagree, a rate that another process stored is returned for up to an hour', async () => {
    await rate();
    disagree();
    pass(59 * MINUTE);
    expect((await rate('EUR', otherProcess()))[0]).toBe('50000');
  });
});

describe('after a clock that was a day fast is corrected', () => {
  const DAY = 24 * 60 * MINUTE;

  beforeEach(async () => {
    pass(DAY);
    for (const name of EURO_EXCHANGES) say(name, 50_000);
    await rate();
    pass(-DAY);
    for (const name of EURO_EXCHANGES) say(name, 51_000);
  });

  it('a new rate is fetched immediately, cached for a minute, and shared with other processes', async () => {
    expect((await rate())[0]).toBe('51000');
    const asked = exchanges.requests();
    pass(MINUTE);
    expect([(await rate())[0], (await rate('EUR', otherProcess()))[0]]).toEqual(['51000', '51000']);
    expect(exchanges.requests()).toBe(asked);
  });

  it('a process keeps its current rate instead of a stored rate with a future date', async () => {
    const other = otherProcess();
    await base.db.delete(exchangeRate);
    await rate('EUR', other);
    pass(DAY);
    for (const name of EURO_EXCHANGES) say(name, 52_000);
    await rate('EUR', otherProcess());
    pass(2 * MINUTE - DAY);
    for (const name of EURO_EXCHANGES) answer(name, { status: 500 });
    const asked = exchanges.requests();
    await rate('EUR', other);
    await expect.poll(exchanges.requests).toBeGreaterThan(asked);
    pass(10_000);
    expect((await rate('EUR', other))[0]).toBe('51000');
  });
});

it('a rate that is still valid is returned while the next rate is being requested', async () => {
  await rate();
  for (const name of EURO_EXCHANGES) say(name, 51_000);
  pass(2 * MINUTE);
  expect((await rate())[0]).toBe('50000');
  await expect.poll(async () => (await rate())[0]).toBe('51000');
});
