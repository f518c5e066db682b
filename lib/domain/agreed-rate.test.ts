import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAgreedRate, type RateQuote } from './agreed-rate';
import { crossRate, inverseRate, parseRate, type Rate, rateText } from './rate';

const now = new Date('2026-01-01T12:00:00Z');
const RULES = { maxAgeMs: 300_000, maxDeviationPpm: 30_000 };

const quotes = (...given: (number | [rate: number, ageSeconds: number])[]): RateQuote[] =>
  given.map((one, n) => {
    const [rate, age] = Array.isArray(one) ? one : [one, 0];
    const at = new Date(now.getTime() - age * 1000);
    return { source: `s${n}`, rate: (parseRate(rate) ?? 0n) as Rate, at };
  });
const agreed = (...given: Parameters<typeof quotes>) => {
  const found = findAgreedRate(quotes(...given), RULES, now);
  return found && [rateText(found.rate), found.sources.join()];
};

describe('an agreed rate', () => {
  it('an agreed rate is the median of an odd number of sources', () => {
    expect(agreed(50_100, 50_000, 49_900)).toEqual(['50000', 's0,s1,s2']);
  });
  it('an agreed rate is the mean of the middle two of an even number of sources', () => {
    expect(agreed(50_000, 50_001)).toEqual(['50000.5', 's0,s1']);
  });
  it('an agreed rate excludes a source that differs from the median by more than 3 %', () => {
    expect(agreed(50_000, 50_000, 51_500)).toEqual(['50000', 's0,s1,s2']);
    expect(agreed(50_000, 50_000, 51_501)).toEqual(['50000', 's0,s1']);
    expect(agreed(50_000, 50_000, 500_000)).toEqual(['50000', 's0,s1']);
    expect(agreed(50_000, 50_000, 5_000)).toEqual(['50000', 's0,s1']);
    expect(agreed(50_000, 50_100, 500_000)).toEqual(['50050', 's0,s1']);
  });
  it('an agreed rate excludes a source whose quote is older than five minutes', () => {
    expect(agreed([50_000, 300], [50_000, 0], [50_010, 301])).toEqual(['50000', 's0,s1']);
  });
  it('an agreed rate has the time of its oldest quote', () => {
    const found = findAgreedRate(quotes([50_000, 120], [50_000, 7]), RULES, now);
    expect(found?.at).toEqual(new Date(now.getTime() - 120_000));
  });
  it('if the clocks of the rate sources are slightly ahead, the agreed rate has the current time', () => {
    expect(findAgreedRate(quotes([50_000, -60], [50_000, -10]), RULES, now)?.at).toEqual(now);
    expect(agreed([50_000, -301], [50_000, -10])).toBeUndefined();
  });
});

describe('sources do not agree', () => {
  it('there is no agreed rate with fewer than two recent sources', () => {
    expect(agreed()).toBeUndefined();
    expect(agreed(50_000)).toBeUndefined();
    expect(agreed(50_000, [50_000, 301])).toBeUndefined();
  });
  it('there is no agreed rate if the only two sources contradict each other', () => {
    expect(agreed(50_000, 55_000)).toBeUndefined();
    expect(agreed(50_000, 500_000)).toBeUndefined();
  });
  it('there is no agreed rate if each of three sources contradicts the other two', () => {
    expect(agreed(45_000, 50_000, 55_000)).toBeUndefined();
  });
  it('there is no agreed rate if two sources contradict two other sources', () => {
    expect(agreed(50_000, 50_000, 500_000, 500_000)).toBeUndefined();
  });
});

it('an agreed rate lies within the rates of the honest majority of sources', () => {
  const honest = fc.array(fc.integer({ min: 49_900, max: 50_100 }), { minLength: 3, maxLength: 5 });
  const lies = fc.array(fc.integer({ min: 1, max: 10 ** 9 }), { maxLength: 2 });
  fc.assert(
    fc.property(honest, lies, (truths, others) => {
      const found = findAgreedRate(quotes(...truths, ...others), RULES, now);
      const rate = Number(found ? rateText(found.rate) : Number.NaN);
      return rate >= Math.min(...truths) * 0.97 && rate <= Math.max(...truths) * 1.03;
    }),
  );
});

describe('a rate of an exchange', () => {
  const rate = (text: string) => parseRate(text) as Rate;
  const textOf = (found: Rate | undefined) => found && rateText(found);

  it('an exchange’s rate can be converted to another currency or inverted, and the result is rounded down', () => {
    expect(textOf(crossRate(rate('50000.5'), rate('0.9')))).toBe('45000.45');
    expect(textOf(crossRate(rate('0.00000003'), rate('0.5')))).toBe('0.00000001');
    expect(crossRate(rate('0.00000001'), rate('0.5'))).toBeUndefined();
    expect(textOf(inverseRate(rate('1.25')))).toBe('0.8');
    expect(textOf(inverseRate(rate('3')))).toBe('0.33333333');
    expect(inverseRate(rate('100000001'))).toBeUndefined();
  });

  it.each([
    ['50000', '50000'],
    ['50000.10', '50000.1'],
    [50_000.5, '50000.5'],
    ['0.00000001', '0.00000001'],
    ['1.123456789', '1.12345678'],
  ])('the exchange rate %s is parsed as %s', (given, text) => {
    const rate = parseRate(given);
    expect(rate && rateText(rate)).toBe(text);
  });
  it.each([
    0,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
    1e-9,
    '',
    '0.000000001',
    '1e5',
    ' 1',
    '1,000',
    '0x10',
  ])('the text "%s" is not accepted as an exchange rate', (given) => {
    expect(parseRate(given)).toBeUndefined();
  });
});
