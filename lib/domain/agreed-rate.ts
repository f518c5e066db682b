import { ageMs } from './clock-skew';
import type { Rate } from './rate';

export interface RateQuote {
  readonly source: string;
  readonly rate: Rate;
  /** The time that the source gives for the quote, or else the time when it was received. */
  readonly at: Date;
}

export interface AgreedRate {
  readonly rate: Rate;
  readonly sources: readonly string[];
  /** The time of the oldest agreeing quote. */
  readonly at: Date;
}

export interface AgreementRules {
  readonly maxAgeMs: number;
  /** Maximum distance from the median, in parts per million of the median. */
  readonly maxDeviationPpm: number;
}

/** A single source may be wrong, so this many must agree. */
export const MIN_AGREEING_SOURCES = 2;
const PPM = 1_000_000n;

/**
 * Returns the median of the recent quotes that are near the median of all recent quotes.
 *
 * @param needed how many must be near; 1 if the operator trusts a single source
 * @returns undefined if fewer are near, such as two quotes that contradict each other
 */
export function findAgreedRate(
  quotes: readonly RateQuote[],
  { maxAgeMs, maxDeviationPpm }: AgreementRules,
  now: Date,
  needed = MIN_AGREEING_SOURCES,
): AgreedRate | undefined {
  // If a source's clock is ahead, its quotes lie in the future. The age is therefore absolute.
  const young = quotes.filter(({ at }) => ageMs(at, now) <= maxAgeMs);
  if (young.length < needed) return undefined;
  const middle = median(young);
  const near = young.filter(({ rate }) => {
    const distance = rate > middle ? rate - middle : middle - rate;
    return distance * PPM <= middle * BigInt(maxDeviationPpm);
  });
  if (near.length < needed) return undefined;
  return {
    rate: median(near),
    sources: near.map(({ source }) => source).sort(),
    at: new Date(Math.min(now.getTime(), ...near.map(({ at }) => at.getTime()))),
  };
}

/** For an even number, the median is the mean of the middle two, rounded down. */
function median(quotes: readonly RateQuote[]): Rate {
  const sorted = quotes.map(({ rate }) => rate).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (low === undefined || high === undefined) throw new Error('no median of nothing');
  return ((low + high) / 2n) as Rate;
}
