import { expect, test } from 'vitest';
import { isTimeZone, localIso, localStarts } from './local-days';

const starts = (zone: string, count: number, now: string) =>
  localStarts(zone, count, new Date(now)).map((start) => start.toISOString());

test('the last day is today in the time zone', () => {
  expect(starts('UTC', 2, '2026-05-02T00:00:00Z')).toEqual([
    '2026-05-01T00:00:00.000Z',
    '2026-05-02T00:00:00.000Z',
  ]);
  expect(starts('Asia/Kathmandu', 1, '2026-05-01T18:15:00Z')).toEqual(['2026-05-01T18:15:00.000Z']);
  expect(starts('America/New_York', 1, '2026-05-01T03:59:59Z')).toEqual([
    '2026-04-30T04:00:00.000Z',
  ]);
});

test('days are 23 and 25 hours long where clocks change', () => {
  expect(starts('Europe/Berlin', 3, '2026-03-30T10:00:00Z')).toEqual([
    '2026-03-27T23:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ]);
  expect(starts('Europe/Berlin', 2, '2026-10-26T10:00:00Z')).toEqual([
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ]);
});

test('a day without midnight, because clocks change then, begins at 1 a.m.', () => {
  expect(starts('America/Santiago', 2, '2026-09-07T10:00:00Z')).toEqual([
    '2026-09-06T04:00:00.000Z',
    '2026-09-07T03:00:00.000Z',
  ]);
  expect(starts('Africa/Cairo', 1, '2026-04-24T10:00:00Z')).toEqual(['2026-04-23T22:00:00.000Z']);
});

test('every day of a leap year begins once, in every time zone', () => {
  for (const zone of [
    'Pacific/Auckland',
    'America/Sao_Paulo',
    'Pacific/Kiritimati',
    'Asia/Beirut',
  ]) {
    const date = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
    const days = localStarts(zone, 366, new Date('2028-12-31T12:00:00Z')).map((start) =>
      date.format(start),
    );
    expect(new Set(days).size, zone).toBe(366);
    expect([...days].sort(), zone).toEqual(days);
  }
});

test('parts of a day begin at the same local hours even when clocks change', () => {
  const parts = localStarts('Europe/Berlin', 2, new Date('2026-03-29T10:00:00Z'), 6);
  expect(parts.map((start) => start.toISOString())).toEqual([
    '2026-03-27T23:00:00.000Z',
    '2026-03-28T05:00:00.000Z',
    '2026-03-28T11:00:00.000Z',
    '2026-03-28T17:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T04:00:00.000Z',
    '2026-03-29T10:00:00.000Z',
    '2026-03-29T16:00:00.000Z',
  ]);
});

test('an unknown time zone is detected', () => {
  expect(isTimeZone('Europe/Berlin')).toBe(true);
  expect(isTimeZone('Europe/Atlantis')).toBe(false);
  expect(isTimeZone('')).toBe(false);
});

test('a time is written as local clocks show it, and reads back as the same time', () => {
  for (const [zone, at, text] of [
    ['Europe/Berlin', '2026-05-03T04:00:00Z', '2026-05-03T06:00:00+02:00'],
    ['America/St_Johns', '2026-01-01T02:30:00Z', '2025-12-31T23:00:00-03:30'],
    ['Asia/Kathmandu', '2026-05-01T18:15:00Z', '2026-05-02T00:00:00+05:45'],
    ['UTC', '2026-05-01T00:00:00Z', '2026-05-01T00:00:00+00:00'],
  ] as const) {
    expect(localIso(zone)(new Date(at))).toBe(text);
    expect(Date.parse(text), zone).toBe(Date.parse(at));
  }
});
