import { expect, test } from 'vitest';
import { isTimeZone, localDays } from './local-days';

const starts = (zone: string, count: number, now: string) =>
  localDays(zone, count, new Date(now)).map(({ date, start }) => `${date} ${start.toISOString()}`);

test('the last day is today in the time zone', () => {
  expect(starts('UTC', 2, '2026-05-02T00:00:00Z')).toEqual([
    '2026-05-01 2026-05-01T00:00:00.000Z',
    '2026-05-02 2026-05-02T00:00:00.000Z',
  ]);
  expect(starts('Asia/Kathmandu', 1, '2026-05-01T18:15:00Z')).toEqual([
    '2026-05-02 2026-05-01T18:15:00.000Z',
  ]);
  expect(starts('America/New_York', 1, '2026-05-01T03:59:59Z')).toEqual([
    '2026-04-30 2026-04-30T04:00:00.000Z',
  ]);
});

test('days are 23 and 25 hours long where clocks change', () => {
  expect(starts('Europe/Berlin', 3, '2026-03-30T10:00:00Z')).toEqual([
    '2026-03-28 2026-03-27T23:00:00.000Z',
    '2026-03-29 2026-03-28T23:00:00.000Z',
    '2026-03-30 2026-03-29T22:00:00.000Z',
  ]);
  expect(starts('Europe/Berlin', 2, '2026-10-26T10:00:00Z')).toEqual([
    '2026-10-25 2026-10-24T22:00:00.000Z',
    '2026-10-26 2026-10-25T23:00:00.000Z',
  ]);
});

test('a day without midnight, because clocks change then, begins at 1 a.m.', () => {
  expect(starts('America/Santiago', 2, '2026-09-07T10:00:00Z')).toEqual([
    '2026-09-06 2026-09-06T04:00:00.000Z',
    '2026-09-07 2026-09-07T03:00:00.000Z',
  ]);
  expect(starts('Africa/Cairo', 1, '2026-04-24T10:00:00Z')).toEqual([
    '2026-04-24 2026-04-23T22:00:00.000Z',
  ]);
});

test('every day of a leap year appears once, in every time zone', () => {
  for (const zone of [
    'Pacific/Auckland',
    'America/Sao_Paulo',
    'Pacific/Kiritimati',
    'Asia/Beirut',
  ]) {
    const dates = localDays(zone, 366, new Date('2028-12-31T12:00:00Z')).map(({ date }) => date);
    expect(new Set(dates).size, zone).toBe(366);
    expect([...dates].sort(), zone).toEqual(dates);
  }
});

test('an unknown time zone is detected', () => {
  expect(isTimeZone('Europe/Berlin')).toBe(true);
  expect(isTimeZone('Europe/Atlantis')).toBe(false);
  expect(isTimeZone('')).toBe(false);
});
