import {
  type ChartScale,
  chartValue,
  createClippedScale,
  createFullScale,
} from '@/lib/domain/chart-scale';
import type { MonthResponse } from '@/lib/http/home/month-response';

export interface MonthChartBar {
  /** The day of the month, from 1. */
  readonly day: number;
  readonly value: number;
  /** The value on the same day of the previous month; undefined if that month is shorter. */
  readonly earlier: number | undefined;
  /** The amount on its way, in today's bar; 0 on all other days. */
  readonly onItsWay: number;
  /** Whether the bar exceeds the height of the chart and is cut off. */
  readonly isCut: boolean;
  /**
   * Whether a cut bar shows its amount. Of nearby bars, only the largest shows its amount, because
   * the amounts would overlap.
   */
  readonly isLabeled: boolean;
}

/** Two amounts overlap if their bars are at most this many days apart. */
const LABEL_DAYS = 4;

export function monthChartBars(
  month: MonthResponse,
  full: boolean,
): { readonly bars: readonly MonthChartBar[]; readonly scale: ChartScale } {
  const days = month.days.map(chartValue);
  const earlier = month.earlier_days.map(chartValue);
  const all = [...days, ...earlier];
  const scale = full ? createFullScale(all) : createClippedScale(all);
  const isCut = (value: number) => value > scale.top;
  const isLabeled = (value: number, nth: number) =>
    isCut(value) &&
    days.every((other, at) => at === nth || Math.abs(at - nth) > LABEL_DAYS || other <= value);
  const bars = days.map((value, nth) => ({
    day: nth + 1,
    value,
    earlier: earlier[nth],
    onItsWay: nth + 1 === month.today ? chartValue(month.on_its_way) : 0,
    isCut: isCut(value),
    isLabeled: isLabeled(value, nth),
  }));
  return { bars, scale };
}

/**
 * Returns an SVG path of the previous month, with one step per day. A day is one unit wide, and the
 * chart is `top` units high.
 */
export function previousMonthSvgPath(bars: readonly MonthChartBar[], top: number): string {
  return bars
    .flatMap(({ earlier }, nth) => {
      if (earlier === undefined) return [];
      const y = Number((top - Math.max(0, Math.min(earlier, top))).toFixed(4));
      return `${nth === 0 ? `M0 ${y}` : `L${nth} ${y}`}H${nth + 1}`;
    })
    .join('');
}
