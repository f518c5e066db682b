import { expect, it } from 'vitest';
import { timeLeft } from './time-left';

it.each([
  [0, '00:00'],
  [-5_000, '00:00'],
  [1, '00:01'],
  [59_000, '00:59'],
  [299_000, '04:59'],
  [300_000, '5 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 hr'],
  [7_500_000, '2 hr 5 min'],
])('a time left of %i ms is shown as %s', (ms, text) => {
  expect(timeLeft(ms, 'en')).toBe(text);
});

it('the units of the time left are written in the page’s language', () => {
  expect(timeLeft(3_240_000, 'de')).toBe('54 Min.');
});
