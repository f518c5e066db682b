import { expect, test } from 'vitest';
import type { MoneySumResponse, MonthResponse } from '@/lib/http/home/month-response';
import { monthChartBars, previousMonthSvgPath } from './chart-bars';
import { monthText, ordinal } from './month-words';

const money = (amount: number): MoneySumResponse => ({
  sats: 0,
  payments: 1,
  volume: { amount: `${amount}`, without_rate: 0 },
});

const month = (days: readonly number[], earlier: readonly number[], today: number | null = null) =>
  ({
    days: days.map(money),
    earlier_days: earlier.map(money),
    today,
    on_its_way: money(50),
  }) as unknown as MonthResponse;

const usual = Array.from({ length: 29 }, (_, nth) => 300 + nth);

test('a bar far above the others is cut off and labeled, unless the full scale is chosen', () => {
  const { bars, scale } = monthChartBars(month([...usual, 9_840], usual), false);
  expect(scale.top).toBe(400);
  expect(bars.filter(({ isCut }) => isCut).map(({ day }) => day)).toEqual([30]);
  expect(bars[29]).toMatchObject({ isLabeled: true, value: 9_840 });
  const full = monthChartBars(month([...usual, 9_840], usual), true);
  expect(full.scale.top).toBe(10_000);
  expect(full.bars.some(({ isCut }) => isCut)).toBe(false);
});

test('among adjacent bars that are cut off, only the largest has a label', () => {
  const { bars } = monthChartBars(month([...usual, 5_000, 9_840], usual), false);
  expect(bars.slice(-2).map(({ isCut, isLabeled }) => [isCut, isLabeled])).toEqual([
    [true, false],
    [true, true],
  ]);
});

test('money that is not confirmed yet appears only on today’s bar', () => {
  const { bars } = monthChartBars(month([1, 2, 0], [], 2), false);
  expect(bars.map(({ onItsWay }) => onItsWay)).toEqual([0, 50, 0]);
});

test('the line for the previous month stops after the last day of that month, and stays within the chart', () => {
  const { bars } = monthChartBars(month([0, 0, 0], [10, 400]), false);
  expect(previousMonthSvgPath(bars, 100)).toBe('M0 90H1L1 0H2');
});

test('months are written like "November 2026", and days like "1st"', () => {
  expect([monthText('2026-11'), monthText('2026-11', false)]).toEqual([
    'November 2026',
    'November',
  ]);
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 31].map(ordinal).join(' ')).toBe(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 31st',
  );
});
