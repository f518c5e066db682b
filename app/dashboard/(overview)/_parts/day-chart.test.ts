import { expect, test } from 'vitest';
import { niceCeiling } from './day-chart';

test.each([
  [0, 4],
  [3, 4],
  [5, 8],
  [9, 20],
  [21, 40],
  [99, 100],
  [101, 200],
  [4_836_700, 5_000_000],
  [8_100_001, 10_000_000],
])('%i fits under %i', (value, ceiling) => {
  expect(niceCeiling(value)).toBe(ceiling);
});
