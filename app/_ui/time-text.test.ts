import { expect, test } from 'vitest';
import {
  countdownText,
  durationText,
  formatPeriodInWords,
  formatRelativePastTime,
  formatTimeToSecond,
  fullStamp,
  relativeTime,
} from './time-text';

test.each([
  [-5_000, 'now'],
  [0, 'now'],
  [200, 'in 1 s'],
  [42_000, 'in 42 s'],
  [252_000, 'in 4 min 12 s'],
  [7_800_000, 'in 2 h 10 min'],
  [273_600_000, 'in 3 d 4 h'],
])('a time %i ms from now reads "%s"', (ms, text) => {
  const now = Date.parse('2026-05-01T00:00:00Z');
  expect(countdownText(new Date(now + ms).toISOString(), now)).toBe(text);
});

test.each([
  [0, '0 ms'],
  [839.6, '840 ms'],
  [1_240, '1.2 s'],
  [15_004, '15 s'],
])('a duration of %f ms is shown as %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test.each([
  [300, '5 minutes'],
  [3_600, '1 hour'],
  [5_460, '1 hour 31 minutes'],
  [3_601, '1 hour 1 second'],
  [86_400, '1 day'],
])('a span of %i seconds is written as "%s"', (seconds, text) => {
  expect(formatPeriodInWords(seconds)).toBe(text);
});

const NOW = Date.parse('2026-12-31T23:30:00Z');

test.each([
  ['2026-12-31T23:29:30Z', 'UTC', 'just now', '23:29:30'],
  ['2026-12-31T20:10:00Z', 'UTC', '3 h ago', '20:10:00'],
  ['2026-12-31T20:10:00Z', 'Europe/Berlin', '3 h ago', '31 Dec, 21:10:00'],
  ['2026-12-30T23:00:00Z', 'Europe/Berlin', '31 Dec 2026', '31 Dec, 00:00:00'],
  ['2026-12-30T23:00:00Z', 'UTC', '30 Dec', '30 Dec, 23:00:00'],
])(
  'the time %s in the zone %s has the relative text "%s" and the clock text "%s"',
  (iso, zone, relative, clock) => {
    expect(relativeTime(new Date(iso), NOW, zone)).toBe(relative);
    expect(formatTimeToSecond(new Date(iso), NOW, zone)).toBe(clock);
  },
);

test('a full timestamp contains the UTC offset of its time zone', () => {
  const at = new Date('2026-07-01T10:00:05Z');
  expect(fullStamp(at, 'Europe/Berlin')).toBe('1 Jul 2026, 12:00:05 GMT+2');
});

test('if the browser’s clock is slow, a recent event is shown as "just now", not as a future event', () => {
  const now = Date.parse('2026-05-01T00:00:00Z');
  for (const aheadMs of [1, 30_000, 600_000]) {
    expect(formatRelativePastTime(new Date(now + aheadMs), now)).toBe('just now');
  }
  expect(formatRelativePastTime(new Date(now - 240_000), now)).toBe('4 min ago');
  expect(relativeTime(new Date(now + 240_000), now)).toBe('in 4 min');
});
