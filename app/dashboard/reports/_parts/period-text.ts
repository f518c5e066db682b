import { cachedDateFormat } from '@/lib/domain/intl-formats';
import type { ReportResponse } from '@/lib/http/reports/report-response';

/** Returns "November 2026", "Q4 2026", "2026" or "3 – 16 Nov 2026". */
export function periodText({ kind, name, first, last }: ReportResponse['period']): string {
  const at = (day: string) => new Date(`${day}T00:00:00Z`);
  if (kind === 'year') return name;
  if (kind === 'quarter') return `Q${name.slice(-1)} ${name.slice(0, 4)}`;
  const month = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  if (kind === 'month') return cachedDateFormat('en-GB', month).format(at(first));
  const days = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return cachedDateFormat('en-GB', days).formatRange(at(first), at(last));
}

/** Returns "Thu 5 Nov", or "Thu 5 Nov 2026" if `year` is true. */
export function dayText(day: string, year: boolean): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  const text = cachedDateFormat('en-GB', year ? { ...options, year: 'numeric' } : options);
  return text.format(new Date(`${day}T00:00:00Z`)).replace(',', '');
}
