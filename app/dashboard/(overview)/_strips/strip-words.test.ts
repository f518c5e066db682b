import { expect, test } from 'vitest';
import { localIso } from '@/lib/domain/local-days';
import type { StripRange } from '@/lib/domain/strip-times';
import {
  axisLabels,
  bucketText,
  lagText,
  powerText,
  rangeText,
  readingText,
  type Strips,
  shareText,
} from './strip-words';

const EMPTY = { sats: 0, payments: 0, volume: null };

function stripsOf(range: StripRange, starts: readonly string[]): Strips {
  return {
    ...{ range, time_zone: 'Europe/Berlin', network: 'mainnet' },
    ...{ source: 'bitcoind', display_currency: null, total: EMPTY },
    today: { ...EMPTY, start: '2026-05-03T00:00:00+02:00' },
    buckets: starts.map((start) => ({
      start,
      received: { ...EMPTY, sats: 125_000, payments: 2 },
      earlier_sats: 7_000,
      outcomes: { created: 12, paid: 9, confirmed: 8, expired: 1 },
      lag_minutes: 75,
    })),
    endpoints: {
      busiest: [
        {
          ...{ host: 'shop.example', accepted: 12, failed: 2 },
          ticks: starts.map(() => ({ accepted: 12, failed: 2 })),
        },
      ],
      others: 0,
    },
  };
}

test('a bucket is labeled in the viewer’s time zone', () => {
  const quarters = stripsOf('7d', ['2026-05-03T06:00:00+02:00', '2026-05-03T12:00:00+02:00']);
  expect(bucketText(quarters, 0)).toBe('Sun 3 May, 06:00 to 12:00');
  expect(bucketText(quarters, 1)).toBe('Sun 3 May, 12:00 to now');
  expect(bucketText(stripsOf('30d', ['2026-05-03T00:00:00+02:00']), 0)).toBe('Sun 3 May');
  expect(bucketText(stripsOf('365d', ['2026-04-27T00:00:00+02:00']), 0)).toBe('Week of 27 Apr');
});

test('days and powers of ten are written as Intl writes them', () => {
  const day = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  const format = new Intl.DateTimeFormat('en-GB', day);
  for (let nth = 0; nth < 366; nth += 1) {
    const at = new Date(Date.UTC(2028, 0, 1 + nth));
    const text = bucketText(stripsOf('30d', [localIso('UTC')(at)]), 0);
    expect(text).toBe(format.format(at).replace(',', ''));
  }
  const compact = new Intl.NumberFormat('en', { notation: 'compact' });
  for (let sats = 1_000; sats <= 1e15; sats *= 10) {
    expect(powerText(sats)).toBe(`${compact.format(sats)} sat`);
  }
});

test('the label of a one-year range includes the years', () => {
  const start = '2025-05-05T00:00:00+02:00';
  expect(rangeText(stripsOf('365d', [start]))).toBe('5 May 2025 to 3 May 2026');
  expect(rangeText(stripsOf('30d', ['2026-04-04T00:00:00+02:00']))).toBe('4 Apr to 3 May');
});

test('a reading describes all four strips', () => {
  expect(readingText(stripsOf('30d', ['2026-05-03T00:00:00+02:00']), 0)).toBe(
    'Sun 3 May. Received 125000 sat, 7000 sat in the previous period. ' +
      '12 created, 9 paid, 8 confirmed, 8.3 % expired. shop.example: 12 of 14 accepted. ' +
      'Chain: Up to 1 h 15 min behind',
  );
});

test('a share is shown as 0 or 100 percent only if it is exactly 0 or 100', () => {
  expect(shareText(0, 10_000)).toBe('0 %');
  expect(shareText(1, 10_000)).toBe('0.1 %');
  expect(shareText(9_999, 10_000)).toBe('99.9 %');
  expect(shareText(10_000, 10_000)).toBe('100 %');
  expect(shareText(0, 0)).toBeNull();
});

test('a period without a record is not shown as on time', () => {
  expect([lagText(null), lagText(0), lagText(3)]).toEqual([
    'Not recorded',
    'On time',
    'Up to 3 min behind',
  ]);
});

test('a week’s labels mark the beginnings of days, and longer ranges are labeled back from today', () => {
  const hours = (count: number, step: number) =>
    Array.from({ length: count }, (_, nth) =>
      localIso('Europe/Berlin')(new Date(Date.UTC(2026, 3, 26, 22) + nth * step * 3_600_000)),
    );
  const week = axisLabels(stripsOf('7d', hours(27, 6)));
  expect(week.map(({ nth }) => nth)).toEqual([0, 4, 8, 12, 16, 20, 24]);
  expect(week[0]?.text).toBe('27 Apr');
  const month = axisLabels(stripsOf('30d', hours(30, 24)));
  expect(month.map(({ nth }) => nth)).toEqual([1, 8, 15, 22, 29]);
});
