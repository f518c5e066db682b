/** Several rounds of a measurement. Load on the machine makes a single round unreliable. */
export interface SampleSpread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly rounds: number;
}

export function toSpread(values: readonly number[]): SampleSpread {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    low: sorted[0] ?? Number.NaN,
    high: sorted.at(-1) ?? Number.NaN,
    rounds: sorted.length,
  };
}

/** Compares two series round by round. A slow round slows both, so the ratio hardly changes. */
export function summarizeRatios(over: readonly number[], under: readonly number[]): SampleSpread {
  return toSpread(over.map((value, round) => value / (under[round] ?? Number.NaN)));
}

/** @param sorted in ascending order */
export function quantile(sorted: readonly number[], q: number): number {
  const place = (sorted.length - 1) * q;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
