import type { Measurement } from './bench';

type Target = NonNullable<Measurement['target']>;

/** Returns a target that the measured value must stay under, with its text for the report. */
export function under(limit: number, unit: string, value: number): Target {
  return { text: `under ${limit.toLocaleString('en')} ${unit}`, met: value < limit };
}

/** Returns a target for a value or a ratio without a unit. */
export function atMost(limit: number, value: number): Target {
  return { text: `at most ${limit}`, met: value <= limit };
}

export function atLeast(limit: number, value: number): Target {
  return { text: `at least ${limit}`, met: value >= limit };
}
