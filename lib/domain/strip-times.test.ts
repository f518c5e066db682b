import { expect, test } from 'vitest';
import { STRIP_RANGES, stripTimes } from './strip-times';

const DAY_MS = 86_400_000;
const iso = (moments: readonly Date[]) => moments.map((moment) => moment.toISOString());

test('a week is cut at midnight, six, noon and eighteen by the viewer’s clock, up to now', () => {
  const { starts, today } = stripTimes('7d', 'Asia/Kolkata', new Date('2026-05-07T13:00:00Z'));
  expect(starts).toHaveLength(28);
  expect(iso([...starts].slice(0, 2))).toEqual([
    '2026-04-30T18:30:00.000Z',
    '2026-05-01T00:30:00.000Z',
  ]);
  expect(iso([...starts].slice(-1))).toEqual(['2026-05-07T12:30:00.000Z']);
  expect(today.toISOString()).toBe('2026-05-06T18:30:00.000Z');
});

test('parts of today that have not begun have no bucket', () => {
  const { starts } = stripTimes('7d', 'UTC', new Date('2026-05-07T05:59:59Z'));
  expect(starts).toHaveLength(25);
  expect(starts.at(-1)?.toISOString()).toBe('2026-05-07T00:00:00.000Z');
});

test('days are 23 or 25 hours long where clocks change', () => {
  const { starts } = stripTimes('30d', 'Europe/Berlin', new Date('2026-04-05T10:00:00Z'));
  const lengths = [...starts].map(
    (start, nth) => (Number(starts[nth + 1]) - Number(start)) / DAY_MS,
  );
  expect(lengths.filter((days) => days < 1)).toEqual([23 / 24]);
  expect(starts).toHaveLength(30);
});

test('a year is 52 weeks, the last of which ends with today', () => {
  const { starts, today } = stripTimes(
    '365d',
    'America/New_York',
    new Date('2026-05-07T13:00:00Z'),
  );
  expect(starts).toHaveLength(52);
  expect(starts.at(-1)?.toISOString()).toBe('2026-05-01T04:00:00.000Z');
  expect(today.toISOString()).toBe('2026-05-07T04:00:00.000Z');
});

test('the previous range has at least as many buckets, and all buckets are in order', () => {
  for (const range of STRIP_RANGES) {
    for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/Santiago']) {
      const now = new Date('2026-11-03T03:10:00Z');
      const { starts, earlier, today } = stripTimes(range, zone, now);
      const all = [...earlier, ...starts].map(Number);
      expect(all, `${range} ${zone}`).toEqual([...new Set(all)].sort((a, b) => a - b));
      expect(earlier.length).toBeGreaterThanOrEqual(starts.length);
      expect(starts.at(-1)?.getTime()).toBeLessThanOrEqual(now.getTime());
      expect(now.getTime() - today.getTime()).toBeLessThan(25 * 3_600_000);
    }
  }
});
