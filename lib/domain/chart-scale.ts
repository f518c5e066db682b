/**
 * Pairs of a digit and a number of steps. The top of a chart is the digit times a power of ten, and
 * the steps divide the chart at round numbers.
 */
const ROUND = [
  [1, 4],
  [2, 4],
  [4, 4],
  [5, 5],
  [8, 4],
] as const;

export interface ChartScale {
  readonly top: number;
  /** The values of the horizontal lines, ascending from 0 to `top`. */
  readonly lines: readonly number[];
}

interface Charted {
  readonly sats: number;
  /** The amount in the display currency, as a decimal number; null without a rate. */
  readonly volume: { readonly amount: string } | null;
}

export const chartValue = ({ volume, sats }: Charted) => (volume ? Number(volume.amount) : sats);

const WHOLE_SHARE = 0.95;

/**
 * Returns a scale up to the round number above the 95th percentile of the values above zero, so a
 * few very large values do not flatten all others.
 */
export function createClippedScale(values: readonly number[]): ChartScale {
  const sorted = values.filter((value) => value > 0).sort((a, b) => a - b);
  return scaleAbove(sorted[Math.ceil(sorted.length * WHOLE_SHARE) - 1] ?? 0);
}

export function createFullScale(values: readonly number[]): ChartScale {
  return scaleAbove(Math.max(0, ...values));
}

/** Returns a scale from 0 to the next round number. Without any value, it goes up to 4. */
function scaleAbove(highest: number): ChartScale {
  const value = highest > 0 ? highest : 3;
  const unit = 10 ** Math.floor(Math.log10(value));
  const [digit, steps] = ROUND.find(([first]) => first * unit > value) ?? [10, 4];
  const top = digit * unit;
  return { top, lines: Array.from({ length: steps + 1 }, (_, nth) => (top * nth) / steps) };
}
