const HOUR_MS = 3_600_000;

const HOURS = {
  '24h': 24,
  '7d': 7 * 24,
  '30d': 30 * 24,
  '90d': 90 * 24,
  '365d': 365 * 24,
} as const;

export type TimeRange = keyof typeof HOURS;
export const TIME_RANGES = Object.keys(HOURS) as TimeRange[];

export function rangeStart(range: TimeRange, now: Date): Date {
  return new Date(now.getTime() - HOURS[range] * HOUR_MS);
}
