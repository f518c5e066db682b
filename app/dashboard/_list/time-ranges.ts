import type { TimeRange } from '@/lib/domain/time-range';

/** What a range is called in a list of choices. */
export const RANGE_NAMES: Readonly<Record<TimeRange, string>> = {
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '365d': 'Last year',
};
