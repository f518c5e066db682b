import { expect, test } from 'vitest';
import { columnHeights } from './column-heights';

test('a small payment stays visible beside a payment a hundred thousand times larger', () => {
  const [small = 0, none, large] = columnHeights([1_000, 0, 100_000_000]);
  expect(small).toBeGreaterThan(0.1);
  expect(none).toBe(0);
  expect(large).toBe(1);
});

test('heights have the order of the amounts, and every column is visible within the strip', () => {
  const heights = columnHeights([1, 2, 999, 1_000, 54_321, 2_100_000_000_000_000]);
  expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  expect(Math.min(...heights)).toBeGreaterThan(0.05);
  expect(Math.max(...heights)).toBe(1);
});
