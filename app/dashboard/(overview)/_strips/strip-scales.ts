// Version 4.0.2: the build keeps only the scales in use, since each is a file. Version 4.0.3 is a single file.
import { scaleBand, scaleLinear, scaleLog, scaleSymlog } from 'd3-scale';
import { satsScale } from '../_parts/sats-scale';

/** The height of a plot in its own units; all of its scales end here. */
export const PLOT = 100;
/** The height of the smallest amount, so that it is visible. */
const MIN_HEIGHT = 3;
const GAP = 0.3;

/** A scale for heights of bars: 0 has none, anything else a visible one. */
export interface Heights {
  readonly heightOf: (value: number) => number;
  /** Values with a line and a label, ascending. */
  readonly ticks: readonly number[];
}

/** The position of a bucket in percent of the width, shared by all strips. */
export interface Places {
  readonly startOf: (nth: number) => number;
  readonly middleOf: (nth: number) => number;
  readonly width: number;
  /** The width of a bucket, including its share of the gaps. */
  readonly step: number;
}

/** @param buckets the number of buckets */
export function placesOf(buckets: number): Places {
  const domain = Array.from({ length: buckets }, (_, nth) => nth);
  const scale = scaleBand(domain, [0, 100])
    .paddingInner(GAP)
    .paddingOuter(GAP / 2);
  const startOf = (nth: number) => scale(nth) ?? 0;
  const width = scale.bandwidth();
  return { startOf, middleOf: (nth) => startOf(nth) + width / 2, width, step: scale.step() };
}

/** The heights at which a bar begins and ends; equal heights mean no bar. */
export type Span = readonly [from: number, to: number];
export const NO_BAR: Span = [0, 0];

/**
 * The outline of a bar for each bucket, as SVG path data.
 *
 * @param base the height 0, in units from the top of the plot
 */
export function barShape(places: Places, spans: readonly Span[], base: number): string {
  const width = short(places.width);
  return spans
    .map(([from, to], nth) =>
      to > from
        ? `M${short(places.startOf(nth))} ${short(base - from)}h${width}V${short(base - to)}h-${width}z`
        : '',
    )
    .join('');
}

/** A hundredth of a unit is smaller than a pixel. */
function short(value: number): number {
  return Math.round(value * 100) / 100;
}

const MAX_LINES = 3;

/** Amounts in satoshis; lines are powers of ten. */
export function satsHeights(amounts: readonly number[]): Heights {
  const most = Math.max(...amounts);
  const scale = satsScale(most, [MIN_HEIGHT, PLOT]);
  const powers = scaleLog([1_000, Math.max(1_000, most)], [0, PLOT])
    .ticks(MAX_LINES)
    .filter((value) => Number.isInteger(Math.log10(value)) && value <= most);
  return { heightOf: (sats) => (sats === 0 ? 0 : scale(sats)), ticks: powers };
}

export function countHeights(counts: readonly number[]): Heights {
  const scale = scaleLinear([0, Math.max(1, ...counts)], [0, PLOT]).nice();
  const ticks = scale.ticks(2).filter((value) => value > 0 && Number.isInteger(value));
  return { heightOf: (count) => scale(count), ticks };
}

const USUAL_MINUTES = 10;
const LAG_TICKS = [10, 60, 1_440, 10_080];

/** Minutes behind: a day without the server leaves ten minutes visible. */
export function lagHeights(minutes: readonly (number | null)[]): Heights {
  const most = Math.max(USUAL_MINUTES, ...minutes.map((one) => one ?? 0));
  const scale = scaleSymlog([0, most], [MIN_HEIGHT, PLOT]).constant(USUAL_MINUTES);
  const ticks = LAG_TICKS.filter((tick) => tick <= most).slice(-2);
  return { heightOf: (one) => (one === 0 ? 0 : scale(one)), ticks };
}
