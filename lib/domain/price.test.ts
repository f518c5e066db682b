import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES, type Currency, decimalsOf, isCurrency } from './currency';
import {
  decimalText,
  minorUnits,
  priceOfPart,
  priceOfReceived,
  priceSetByShop,
  priceToSats,
  rateAfterSpread,
  unitRate,
} from './price';
import { parseRate, type Rate, rateText } from './rate';
import { MAX_SATS, toSats } from './sats';

const code = (text: string): Currency => {
  if (!isCurrency(text)) throw new Error(`${text} is no currency`);
  return text;
};
const rate = (text: string): Rate => {
  const parsed = parseRate(text);
  if (!parsed) throw new Error(`${text} is no rate`);
  return parsed;
};
const sats = (amount: string, currency: string, of: string, spreadPpm = 0) => {
  const asked = { amount, currency: code(currency) };
  return priceToSats(minorUnits(asked) ?? 0n, asked.currency, rate(of), spreadPpm);
};

describe('the amount of a price', () => {
  it.each([
    ['49.90', 'EUR', 4_990n],
    ['49.9', 'EUR', 4_990n],
    ['0.01', 'USD', 1n],
    ['500', 'JPY', 500n],
    ['1.234', 'KWD', 1_234n],
    ['0.00000001', 'BTC', 1n],
    ['21', 'SATS', 21n],
    ['123456789012345', 'EUR', 12_345_678_901_234_500n],
  ])('the price %s %s is %s minor units', (amount, currency, units) => {
    expect(minorUnits({ amount, currency: code(currency) })).toBe(units);
  });

  it.each([
    ['49.901', 'EUR'],
    ['500.5', 'JPY'],
    ['0', 'EUR'],
    ['0.00', 'EUR'],
    ['-1', 'EUR'],
    ['+1', 'EUR'],
    ['1e3', 'EUR'],
    ['1,5', 'EUR'],
    ['1.', 'EUR'],
    ['.5', 'EUR'],
    ['', 'EUR'],
    [' 1', 'EUR'],
    ['NaN', 'EUR'],
    ['٣', 'EUR'],
    ['1234567890123456', 'EUR'],
  ])('the price "%s" %s is refused', (amount, currency) => {
    expect(minorUnits({ amount, currency: code(currency) })).toBeUndefined();
  });
});

describe('the price of a part of a payment', () => {
  const price = { amount: '108.90', currency: code('EUR') };

  it('the price of the missing part is rounded up, so that a customer who pays it owes nothing more', () => {
    const part = priceOfPart(price, toSats(38_890), toSats(129_640));
    expect(part).toEqual({ amount: '32.67', currency: 'EUR' });
    expect(priceOfPart(price, toSats(1), toSats(129_640)).amount).toBe('0.01');
    expect(priceOfPart(price, toSats(129_640), toSats(129_640)).amount).toBe('108.90');
  });

  it('the prices of the received and the missing part add up to the whole price', () => {
    const amounts = fc.tuple(fc.integer({ min: 1, max: 10_000_000 }), fc.nat());
    fc.assert(
      fc.property(amounts, ([whole, some]) => {
        const received = some % whole;
        const missing = priceOfPart(price, toSats(whole - received), toSats(whole));
        const got = priceOfReceived(price, toSats(received), toSats(whole));
        expect(Number(missing.amount) + Number(got.amount)).toBeCloseTo(108.9, 5);
      }),
    );
  });
});

describe('the satoshis of a price', () => {
  it.each([
    ['50000', 'EUR', '50000', 100_000_000],
    ['49.90', 'EUR', '50000', 99_800],
    // 0.01 ÷ 30000 is 33.33… satoshis, and is rounded up.
    ['0.01', 'EUR', '30000', 34],
    ['500', 'JPY', '10000000', 5_000],
  ])('%s %s at a rate of %s is %i sat', (amount, currency, of, expected) => {
    expect(sats(amount, currency, of)).toBe(expected);
  });

  it('the satoshis of a price include a spread, and are rounded up once', () => {
    expect(sats('100', 'EUR', '50000', 5_000)).toBe(201_000);
    expect(sats('0.01', 'EUR', '30000', 1)).toBe(34);
  });

  it('a price worth more than all existing bitcoin has no amount in satoshis', () => {
    expect(sats('21000000', 'BTC', '1')).toBe(MAX_SATS);
    expect(sats('21000000.00000001', 'BTC', '1')).toBeUndefined();
  });

  it('a price in bitcoin or satoshis needs no exchange rate', () => {
    const of = (text: string) => unitRate(code(text));
    expect(priceToSats(12_345n, code('BTC'), of('BTC') ?? rate('2'), 0)).toBe(12_345);
    expect(priceToSats(12_345n, code('SATS'), of('SATS') ?? rate('2'), 0)).toBe(12_345);
    expect(of('EUR')).toBeUndefined();
  });

  it('the satoshis of a price are the smallest whole number worth at least the price', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CURRENCIES),
        fc.bigInt(1n, 10n ** 12n),
        fc.bigInt(10n ** 6n, 10n ** 20n),
        fc.integer({ min: 0, max: 100_000 }),
        (currency, units, given, spreadPpm) => {
          const found = priceToSats(units, currency, given as Rate, spreadPpm);
          // Both sides are multiplied by the same number, which makes them integers.
          const worth = (amount: bigint) =>
            amount * given * 10n ** BigInt(decimalsOf(currency)) * 1_000_000n;
          const wanted = units * 10n ** 16n * (1_000_000n + BigInt(spreadPpm));
          if (found === undefined) return worth(BigInt(MAX_SATS)) < wanted;
          const amount = BigInt(found);
          return worth(amount) >= wanted && worth(amount - 1n) < wanted;
        },
      ),
    );
  });
});

it.each([
  [0n, 'EUR', '0.00'],
  [5n, 'EUR', '0.05'],
  [123_456n, 'EUR', '1234.56'],
  [123_456n, 'JPY', '123456'],
  [1n, 'BTC', '0.00000001'],
])('%s minor units of %s are written as %s', (units, currency, text) => {
  expect(decimalText(units as bigint, code(currency as string))).toBe(text);
});

it('a price and satoshis in the same request define the shop’s own exchange rate', () => {
  const now = new Date(0);
  const asked = { amount: '49.90', currency: code('EUR') };
  expect(priceSetByShop(asked, toSats(100_000), now)).toEqual({
    ...asked,
    rate: '49900',
    source: 'shop',
    quotedAt: now.toISOString(),
    spreadPpm: 0,
  });
});

describe('the rate that was applied', () => {
  const applied = (of: string, spreadPpm: number) =>
    rateAfterSpread({
      ...{ amount: '50.00', currency: code('EUR'), rate: of, source: 'fixed' },
      ...{ quotedAt: new Date(0).toISOString(), spreadPpm },
    });

  it.each([
    ['50000', 0, '50000'],
    ['50000.12345678', 0, '50000.12345678'],
    ['50000', 50_000, '47619.04761904'],
    ['49900', 500_000, '33266.66666666'],
    // A shop that requests few satoshis for a high price gets a rate that rounds to 0.
    ['0', 0, '0'],
  ])('a rate of %s with a spread of %i ppm is applied as %s', (of, spreadPpm, expected) => {
    expect(applied(of, spreadPpm)).toBe(expected);
  });

  it('the applied rate gives the same satoshis as the rate with its spread, except for rounding', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 8n }),
        fc.bigInt({ min: 10n ** 12n, max: 10n ** 15n }),
        fc.integer({ min: 0, max: 500_000 }),
        (units, given, spreadPpm) => {
          const text = applied(rateText(given as Rate), spreadPpm);
          const asked = priceToSats(units, code('EUR'), given as Rate, spreadPpm) ?? 0;
          const again = priceToSats(units, code('EUR'), rate(text), 0) ?? 0;
          return again >= asked && again - asked <= 1 + asked / 10 ** 11;
        },
      ),
    );
  });
});

const FUNDS = 'BOV CHE CHW CLF COU MXV USN UYI UYW VED XAD'.split(' ');

it('every currency is three letters, or SATS, and Intl knows each ISO 4217 code', () => {
  const known = new Set(Intl.supportedValuesOf('currency'));
  expect(CURRENCIES.length).toBeGreaterThan(150);
  // ISO 4217 added the Caribbean guilder in 2025.
  const own = new Set(['BTC', 'SATS', 'XCG', ...FUNDS]);
  expect(CURRENCIES.filter((one) => !own.has(one) && !known.has(one))).toEqual([]);
});

it('the fund codes of ISO 4217 are accepted as currencies, with the standard’s decimals', () => {
  const decimals = (one: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency: one }).resolvedOptions()
      .maximumFractionDigits;
  expect(FUNDS.map((one) => isCurrency(one) && decimalsOf(one))).toEqual(FUNDS.map(decimals));
  expect([decimalsOf(code('CLF')), decimalsOf(code('UYI'))]).toEqual([4, 0]);
});

it('a negative amount is written with its sign and all decimals', () => {
  expect(decimalText(-5n, 'EUR' as Currency)).toBe('-0.05');
  expect(decimalText(-12_345n, 'EUR' as Currency)).toBe('-123.45');
  expect(decimalText(-7n, 'JPY' as Currency)).toBe('-7');
});
