import {
  type CalendarDay,
  type CalendarMonth,
  isDay,
  isMonth,
  plusDays,
  plusMonths,
} from './local-days';

export const PERIOD_KINDS = ['month', 'quarter', 'year', 'custom'] as const;
export type PeriodKind = (typeof PERIOD_KINDS)[number];

/** Whole days from `first` to `last` inclusive. */
export interface ReportPeriod {
  readonly kind: PeriodKind;
  /** The name in URLs: "2026-11", "2026-q4", "2026" or "2026-11-03_2026-11-16". */
  readonly name: string;
  readonly first: CalendarDay;
  readonly last: CalendarDay;
}

/** Maximum length of a custom period: a leap year. */
export const MAX_PERIOD_DAYS = 366;

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

export function parsePeriod(name: string): ReportPeriod | undefined {
  if (isMonth(name)) return monthsFrom('month', name);
  const [, year = '', quarter] = /^(\d{4})(?:-q([1-4]))?$/.exec(name) ?? [];
  if (year !== '') {
    const month = `${year}-${String(quarter ? 3 * Number(quarter) - 2 : 1).padStart(2, '0')}`;
    return isMonth(month) ? monthsFrom(quarter ? 'quarter' : 'year', month) : undefined;
  }
  const [first = '', last = '', ...more] = name.split('_');
  if (!isDay(first) || !isDay(last) || more.length > 0) return undefined;
  const isTooLong = last > plusDays(first, MAX_PERIOD_DAYS - 1);
  return first <= last && !isTooLong ? { kind: 'custom', name, first, last } : undefined;
}

export function periodContaining(kind: keyof typeof MONTHS, day: CalendarDay): ReportPeriod {
  const month = Number(day.slice(5, 7));
  const first = month - ((month - 1) % MONTHS[kind]);
  return monthsFrom(kind, `${day.slice(0, 4)}-${String(first).padStart(2, '0')}` as CalendarMonth);
}

/**
 * Returns the period that comes `periods` later, or earlier for a negative number. A custom period
 * keeps its length. Returns undefined outside the supported years.
 */
export function periodAfter(
  { kind, first, last }: ReportPeriod,
  periods: number,
): ReportPeriod | undefined {
  if (kind !== 'custom') {
    const month = plusMonths(first.slice(0, 7) as CalendarMonth, periods * MONTHS[kind]);
    return isMonth(month) ? monthsFrom(kind, month) : undefined;
  }
  const days = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
  return parsePeriod(`${plusDays(first, periods * days)}_${plusDays(last, periods * days)}`);
}

function monthsFrom(kind: keyof typeof MONTHS, first: CalendarMonth): ReportPeriod {
  const day = `${first}-01` as CalendarDay;
  const last = plusDays(`${plusMonths(first, MONTHS[kind])}-01` as CalendarDay, -1);
  const year = first.slice(0, 4);
  const quarter = Math.ceil(Number(first.slice(5)) / 3);
  const name = { month: first, quarter: `${year}-q${quarter}`, year }[kind];
  return { kind, name, first: day, last };
}
