import { ageMs } from './clock-skew';
import type { Rate } from './rate';

/** A source's price of a bitcoin. */
export interface Quote {
  readonly source: string;
  readonly rate: Rate;
  /** When the quote was true according to the source, or else when it was received. */
  readonly at: Date;
}

export interface AgreedRate {
  readonly rate: Rate;
  /** The agreeing sources, sorted by name. */
  readonly sources: readonly string[];
  /** When the oldest of the agreeing quotes was true. */
  readonly at: Date;
}

export interface AgreementRules {
  /** Maximum age of a quote. Older quotes do not count. */
  readonly maxAgeMs: number;
  /** Maximum distance of a quote from the median, in parts per million of the median. */
  readonly maxDeviationPpm: number;
}

/** The number of sources that must agree, since a single one may be wrong. */
export const AGREEING = 2;
const PPM = 1_000_000n;

/**
 * Returns the median of the recent quotes that are near the median of all recent quotes. At least
 * two must be near. If only two exist and they contradict each other, neither counts.
 *
 * @param needed the number of quotes that must agree; 1 if the operator trusts a single source
 * @returns undefined when fewer agree
 */
export function agreedRate(
  quotes: readonly Quote[],
  { maxAgeMs, maxDeviationPpm }: AgreementRules,
  now: Date,
  needed = AGREEING,
): AgreedRate | undefined {
  // One clock may be ahead as far as another is behind, so the age is absolute.
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
 * Returns the median of the quotes. For an even number, that is the mean of the middle two, rounded
 * down.
 */
function median(quotes: readonly Quote[]): Rate {
  const sorted = quotes.map(({ rate }) => rate).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (low === undefined || high === undefined) throw new Error('no median of nothing');
  return ((low + high) / 2n) as Rate;
}
