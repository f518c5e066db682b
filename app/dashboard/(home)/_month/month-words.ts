import { cachedDateFormat } from '@/lib/domain/intl-formats';

/**
 * Returns "November 2026", or "November" without the year.
 *
 * @param month such as "2026-11"
 */
export function monthText(month: string, year = true): string {
  const name = { month: 'long', timeZone: 'UTC' } as const;
  const options = year ? ({ ...name, year: 'numeric' } as const) : name;
  return cachedDateFormat('en-GB', options).format(new Date(`${month}-01T00:00:00Z`));
}

/** Returns "1st", "2nd" or "27th". */
export function ordinal(day: number): string {
  const teen = day > 10 && day < 14;
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${ending}`;
}
