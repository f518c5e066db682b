import type { Measurement } from './bench';

type Target = NonNullable<Measurement['target']>;

export function checkUnder(limit: number, unit: string, value: number): Target {
  return { text: `under ${limit.toLocaleString('en')} ${unit}`, met: value < limit };
}

export function checkAtMost(limit: number, value: number): Target {
  return { text: `at most ${limit}`, met: value <= limit };
}

export function checkAtLeast(limit: number, value: number): Target {
  return { text: `at least ${limit}`, met: value >= limit };
}
