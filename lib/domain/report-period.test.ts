import { expect, test } from 'vitest';
import type { CalendarDay } from './local-days';
import { parsePeriod, periodAfter, periodContaining, type ReportPeriod } from './report-period';

const days = (name: string) => {
  const period = parsePeriod(name);
  return period && [period.kind, period.first, period.last];
};

test('a period’s name is parsed into its kind and its first and last day', () => {
  expect(days('2026-11')).toEqual(['month', '2026-11-01', '2026-11-30']);
  expect(days('2028-02')).toEqual(['month', '2028-02-01', '2028-02-29']);
  expect(days('2026-q4')).toEqual(['quarter', '2026-10-01', '2026-12-31']);
  expect(days('2026')).toEqual(['year', '2026-01-01', '2026-12-31']);
  expect(days('2026-11-03_2026-11-03')).toEqual(['custom', '2026-11-03', '2026-11-03']);
});

test.each([
  ...['', '2026-13', '2026-q5', '26', '2026-11-03', '2026-02-30_2026-03-01', '2026-00'],
  ...['2026-11-04_2026-11-03', '2026-01-01_2027-01-02', '2026-01-01_2026-01-02_2026-01-03'],
])('the text %j is not accepted as a report period', (name) => {
  expect(parsePeriod(name)).toBeUndefined();
});

test('consecutive periods have no gap, even across a new year', () => {
  for (const name of ['2026-12', '2026-q4', '2026', '2026-12-20_2026-12-31', '2028-02']) {
    const period = parsePeriod(name) as ReportPeriod;
    const next = periodAfter(period, 1) as ReportPeriod;
    expect(Date.parse(next.first) - Date.parse(period.last)).toBe(86_400_000);
    expect(periodAfter(next, -1)).toEqual(period);
    expect(parsePeriod(next.name)).toEqual(next);
  }
});

test('the month, quarter or year that contains a day is found', () => {
  const day = '2026-11-27' as CalendarDay;
  const names = (['month', 'quarter', 'year'] as const).map(
    (kind) => periodContaining(kind, day).name,
  );
  expect(names).toEqual(['2026-11', '2026-q4', '2026']);
});
