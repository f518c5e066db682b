import { expect, test } from 'vitest';
import { type CalendarMonth, isTimeZone, localToday, monthDays, plusMonths } from './local-days';

const daysOf = (zone: string, month: string) => {
  const { starts, end } = monthDays(zone, month as CalendarMonth);
  return [...starts, end].map((start) => start.toISOString());
};

test('a month in a time zone has every day of the calendar month', () => {
  expect(daysOf('UTC', '2028-02')).toHaveLength(30);
  const may = daysOf('Asia/Kathmandu', '2026-05');
  expect([may[0], may.at(-1)]).toEqual(['2026-04-30T18:15:00.000Z', '2026-05-31T18:15:00.000Z']);
});

test('a day is 23 or 25 hours long when the clocks change', () => {
  expect(daysOf('Europe/Berlin', '2026-03').slice(27, 30)).toEqual([
    '2026-03-27T23:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ]);
  expect(daysOf('Europe/Berlin', '2026-10').slice(24, 26)).toEqual([
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ]);
});

test('a day without midnight, because clocks change then, begins at 1 a.m.', () => {
  expect(daysOf('America/Santiago', '2026-09').slice(5, 7)).toEqual([
    '2026-09-06T04:00:00.000Z',
    '2026-09-07T03:00:00.000Z',
  ]);
  expect(daysOf('Africa/Cairo', '2026-04')[23]).toBe('2026-04-23T22:00:00.000Z');
});

test('in every time zone, each day of a leap year begins once', () => {
  for (const zone of [
    'Pacific/Auckland',
    'America/Sao_Paulo',
    'Pacific/Kiritimati',
    'Asia/Beirut',
  ]) {
    const date = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
    const days = Array.from({ length: 12 }, (_, nth) =>
      monthDays(zone, plusMonths('2028-01' as CalendarMonth, nth)).starts.map((at) =>
        date.format(at),
      ),
    ).flat();
    expect(new Set(days).size, zone).toBe(366);
    expect([...days].sort(), zone).toEqual(days);
  }
});

test('adding months continues across the end of a year', () => {
  expect(plusMonths('2026-12' as CalendarMonth, 1)).toBe('2027-01');
  expect(plusMonths('2026-01' as CalendarMonth, -1)).toBe('2025-12');
});

test('the current day depends on the time zone', () => {
  const now = new Date('2026-05-01T03:59:59Z');
  expect(localToday('UTC', now)).toEqual({ month: '2026-05', day: 1 });
  expect(localToday('America/New_York', now)).toEqual({ month: '2026-04', day: 30 });
});

test('an unknown name is not accepted as a time zone', () => {
  expect(isTimeZone('Europe/Berlin')).toBe(true);
  expect(isTimeZone('Europe/Atlantis')).toBe(false);
  expect(isTimeZone('')).toBe(false);
});
