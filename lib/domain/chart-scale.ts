/**
 * The first digits that the top of a chart may have, each with a number of steps that gives round
 * numbers too.
 */
const ROUND = [
  [1, 4],
  [2, 4],
  [4, 4],
  [5, 5],
  [8, 4],
] as const;

export interface ChartScale {
  /** The value at the top of the chart. */
  readonly top: number;
  /** The values at which the chart has lines, ascending from 0 to `top`. */
  readonly lines: readonly number[];
}

interface Charted {
  readonly sats: number;
  /** The amount in the display currency, as a decimal number; null if there is no such amount. */
  readonly volume: { readonly amount: string } | null;
}

/**
 * Returns the number that a chart shows for an amount. It is in the display currency if known,
 * otherwise in satoshis.
 */
export const chartValue = ({ volume, sats }: Charted) => (volume ? Number(volume.amount) : sats);

/** The share of the values above zero that a clipped chart shows in full. */
const WHOLE_SHARE = 0.95;

/**
 * Returns a scale from zero that fits most of the values. Its top is the smallest round number
 * above the 95th percentile of the values above zero. A few very large values therefore do not
 * flatten all others.
 */
export function clippedScale(values: readonly number[]): ChartScale {
  const sorted = values.filter((value) => value > 0).sort((a, b) => a - b);
  return scaleAbove(sorted[Math.ceil(sorted.length * WHOLE_SHARE) - 1] ?? 0);
}

/** Returns the scale that shows all values in full. */
export function fullScale(values: readonly number[]): ChartScale {
  return scaleAbove(Math.max(0, ...values));
}

/**
 * Returns a scale from zero whose top is the next round number above a value. Without any value,
 * the scale goes up to 4.
 */
function scaleAbove(highest: number): ChartScale {
  const value = highest > 0 ? highest : 3;
  const unit = 10 ** Math.floor(Math.log10(value));
  const [digit, steps] = ROUND.find(([first]) => first * unit > value) ?? [10, 4];
  const top = digit * unit;
  return { top, lines: Array.from({ length: steps + 1 }, (_, nth) => (top * nth) / steps) };
}
