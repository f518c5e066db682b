import { expect, test } from 'vitest';
import {
  barShape,
  countHeights,
  lagHeights,
  NO_BAR,
  PLOT,
  placesOf,
  satsHeights,
} from './strip-scales';

test('one large payment leaves smaller payments visible, and zero has no height', () => {
  const { heightOf } = satsHeights([0, 1, 50_000, 100_000_000]);
  expect(heightOf(0)).toBe(0);
  expect(heightOf(1)).toBeGreaterThan(0.02 * PLOT);
  expect(heightOf(50_000)).toBeGreaterThan(0.3 * PLOT);
  expect(heightOf(100_000_000)).toBeCloseTo(PLOT);
});

test('the lines of amounts are powers of ten within the range', () => {
  for (const most of [0, 700, 1_000, 4_321, 125_000, 99_999_999, 2_100_000_000_000_000]) {
    const { ticks, heightOf } = satsHeights([most, 0]);
    expect(ticks.length, `${most}`).toBeLessThanOrEqual(5);
    for (const tick of ticks) {
      expect(String(tick)).toMatch(/^10+$/);
      expect(heightOf(tick)).toBeLessThanOrEqual(PLOT + 1e-6);
    }
  }
  expect(satsHeights([125_000]).ticks).toEqual([1_000, 10_000, 100_000]);
});

test('all buckets have the same width, and fill the plot', () => {
  const { middleOf, step } = placesOf(28);
  expect(step).toBeCloseTo(100 / 28);
  expect(middleOf(0)).toBeCloseTo(step / 2);
  expect(middleOf(27)).toBeCloseTo(100 - step / 2);
});

test('each bar is in its own bucket, above or below its line, and empty bars are omitted', () => {
  const places = placesOf(4);
  const shape = barShape(places, [[0, 40], NO_BAR, [-10, 0], [40, 40]], PLOT);
  const bars = [...shape.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)V([\d.]+)h-\3z/g)];
  expect(bars.map((bar) => bar[0]).join('')).toBe(shape);
  const [up, down] = bars.map((bar) => bar.slice(1).map(Number));
  expect(up).toEqual([3.75, PLOT, 17.5, PLOT - 40]);
  expect(down).toEqual([53.75, PLOT + 10, 17.5, PLOT]);
  expect(bars.length).toBe(2);
});

test('counts have lines at whole numbers, also for one payment or none', () => {
  for (const most of [0, 1, 2, 3, 7, 12_345]) {
    const { ticks, heightOf } = countHeights([most]);
    expect(ticks.length).toBeGreaterThan(0);
    expect(ticks.every((tick) => Number.isInteger(tick) && heightOf(tick) <= PLOT)).toBe(true);
  }
});

test('a lag of ten minutes stays visible beside a lag of a day', () => {
  const { heightOf, ticks } = lagHeights([null, 0, 10, 1_440]);
  expect(heightOf(10)).toBeGreaterThan(0.1 * PLOT);
  expect(heightOf(1_440)).toBeCloseTo(PLOT);
  expect(ticks).toEqual([60, 1_440]);
  expect(lagHeights([null, 0]).ticks).toEqual([10]);
});
