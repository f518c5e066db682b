import { ageMs } from './clock-skew';
import type { Rate } from './rate';

/** The price of a bitcoin at one source. */
export interface Quote {
  readonly source: string;
  readonly rate: Rate;
  /** The time that the source gives for the quote, or else the time when it was received. */
  readonly at: Date;
}

export interface AgreedRate {
  readonly rate: Rate;
  /** The names of the sources that agree, sorted. */
  readonly sources: readonly string[];
  /** The time of the oldest of the agreeing quotes. */
  readonly at: Date;
}

export interface AgreementRules {
  /** Maximum age of a quote. Older quotes do not count. */
  readonly maxAgeMs: number;
  /** Maximum distance of a quote from the median, in parts per million of the median. */
  readonly maxDeviationPpm: number;
}

/** The number of sources that must agree, because a single source may be wrong. */
export const AGREEING = 2;
const PPM = 1_000_000n;

/**
 * Returns the median of those recent quotes that are near the median of all recent quotes. At least
 * two must be near. If there are only two and they contradict each other, no rate is returned.
 *
 * @param needed the number of quotes that must agree; 1 if the operator trusts a single source
 * @returns undefined when fewer quotes agree
 */
export function agreedRate(
  quotes: readonly Quote[],
  { maxAgeMs, maxDeviationPpm }: AgreementRules,
  now: Date,
  needed = AGREEING,
): AgreedRate | undefined {
  // Ages are absolute, because a quote of a source whose clock is ahead has a time in the future.
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

/**
 * Returns the median of the quotes. For an even number, it is the mean of the middle two, rounded
 * down.
 */
function median(quotes: readonly Quote[]): Rate {
  const sorted = quotes.map(({ rate }) => rate).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (low === undefined || high === undefined) throw new Error('no median of nothing');
  return ((low + high) / 2n) as Rate;
}
