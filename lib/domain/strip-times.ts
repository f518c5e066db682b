import { localStarts } from './local-days';

/**
 * The ranges of the overview's strips, with their number of days and the length of their buckets.
 */
const RANGES = {
  '7d': { days: 7, stepHours: 6 },
  '30d': { days: 30, stepHours: 24 },
  '90d': { days: 90, stepHours: 24 },
  '365d': { days: 52 * 7, stepHours: 168 },
} as const;

export type StripRange = keyof typeof RANGES;
export const STRIP_RANGES = Object.keys(RANGES) as [StripRange, ...StripRange[]];

export interface StripTimes {
  /** The starts of the buckets, ascending. The last bucket is part of the current day. */
  readonly starts: readonly [Date, ...Date[]];
  /** The starts of the previous period's buckets; the nth buckets of both periods are compared. */
  readonly earlier: readonly [Date, ...Date[]];
  readonly today: Date;
}

/**
 * The buckets of a range by the clocks of a time zone: quarters of days, days, or weeks that end with
 * today.
 */
export function stripTimes(range: StripRange, timeZone: string, now: Date): StripTimes {
  const { days, stepHours } = RANGES[range];
  const all = localStarts(timeZone, 2 * days, now, stepHours);
  const starts = all.slice(all.length / 2).filter((start) => start <= now);
  const earlier = all.slice(0, all.length / 2);
  const [today = now] = localStarts(timeZone, 1, now);
  return { starts: some(starts), earlier: some(earlier), today };
}

function some(moments: readonly Date[]): [Date, ...Date[]] {
  const [first, ...rest] = moments;
  if (!first) throw new Error('every range has a day');
  return [first, ...rest];
}
