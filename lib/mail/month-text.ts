import { cachedDateFormat } from '@/lib/domain/intl-formats';
import type { CalendarMonth } from '@/lib/domain/local-days';

/** Returns a month as text: "November 2026". */
export function monthText(month: CalendarMonth): string {
  const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return cachedDateFormat('en', format).format(new Date(`${month}-01`));
}
