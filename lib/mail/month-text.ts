import { dateFormat } from '@/lib/domain/intl-formats';
import type { MonthName } from '@/lib/domain/local-days';

/** Returns a month as text: "November 2026". */
export function monthText(month: MonthName): string {
  const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return dateFormat('en', format).format(new Date(`${month}-01`));
}
