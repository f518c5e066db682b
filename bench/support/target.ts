import type { Measurement } from './bench';

type Target = NonNullable<Measurement['target']>;

export function under(limit: number, unit: string, value: number): Target {
  return { text: `under ${limit.toLocaleString('en')} ${unit}`, met: value < limit };
}

export function atMost(limit: number, value: number): Target {
  return { text: `at most ${limit}`, met: value <= limit };
}

export function atLeast(limit: number, value: number): Target {
  return { text: `at least ${limit}`, met: value >= limit };
}
