import { expect, test } from 'vitest';
import { countdownText, durationText } from './time-text';

test.each([
  [-5_000, 'now'],
  [0, 'now'],
  [200, 'in 1 s'],
  [42_000, 'in 42 s'],
  [252_000, 'in 4 min 12 s'],
  [7_800_000, 'in 2 h 10 min'],
  [273_600_000, 'in 3 d 4 h'],
])('%i ms from now reads "%s"', (ms, text) => {
  const now = Date.parse('2026-05-01T00:00:00Z');
  expect(countdownText(new Date(now + ms).toISOString(), now)).toBe(text);
});

test.each([
  [0, '0 ms'],
  [839.6, '840 ms'],
  [1_240, '1.2 s'],
  [15_004, '15 s'],
])('%f ms is shown as %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
