import { expect, test } from 'vitest';
import { parseRetryAfterMs } from './retry-schedule';

const NOW = new Date('2026-01-01T00:00:00Z');

test.each([
  ['0', 0],
  ['120', 120_000],
  ['9999999999', 9_999_999_999_000],
  [' 5 ', 5_000],
  ['Thu, 01 Jan 2026 00:02:00 GMT', 120_000],
  ['Thursday, 01-Jan-26 00:01:00 GMT', 60_000],
  ['Thu Jan  1 00:01:00 2026 GMT', 60_000],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
])('the Retry-After "%s" delays the retry by %i ms', (header, ms) => {
  expect(parseRetryAfterMs(header, NOW)).toBe(ms);
});

test.each([undefined, '', 'soon', '-5', '1.5', '2026-01-01T00:02:00Z'])(
  'the Retry-After "%s" does not delay the retry',
  (header) => {
    expect(parseRetryAfterMs(header, NOW)).toBeUndefined();
  },
);
