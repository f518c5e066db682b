import { expect, test } from 'vitest';
import { createClippedScale, createFullScale } from './chart-scale';

test('the top of the chart’s scale is the smallest round number above the value', () => {
  for (const [value, top] of [
    [0, 4],
    [0.4, 0.5],
    [1, 2],
    [546.5, 800],
    [800, 1_000],
    [999, 1_000],
    [10_177.12, 20_000],
  ] as const) {
    expect(createFullScale([value]).top, `${value}`).toBeCloseTo(top);
  }
  expect(createFullScale([546]).lines).toEqual([0, 200, 400, 600, 800]);
});

test('one outlier in a chart does not flatten the other days, and days without income do not affect the scale', () => {
  const days = [...Array.from({ length: 29 }, (_, day) => 300 + day), 10_177, ...Array(31).fill(0)];
  expect(createClippedScale(days).top).toBe(400);
  expect(createFullScale(days).top).toBe(20_000);
});

test('in a month with few sales, no day of the chart is clipped', () => {
  expect(createClippedScale([0, 0, 5, 900, 0]).top).toBe(1_000);
  expect(createClippedScale([]).lines).toEqual([0, 1, 2, 3, 4]);
});
