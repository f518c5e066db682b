import type { ReactNode } from 'react';
import { barShape, type Heights, PLOT, type Places, type Span } from './strip-scales';
import type { Strips } from './strip-words';

export interface StripProps {
  readonly strips: Strips;
  readonly places: Places;
  /** The selected bucket; null for the whole range. */
  readonly at: number | null;
}

interface RowProps {
  /** What the strip shows, and its text for the selected bucket. */
  readonly label: ReactNode;
  readonly scale?: ReactNode;
  readonly children?: ReactNode;
}

/** A strip: its words, its plot as wide as all others, and its scale. */
export function StripRow({ label, scale, children }: RowProps) {
  return (
    <div className="time-row">
      <div className="time-words">{label}</div>
      <div className="time-plot">{children}</div>
      <div className="time-scale">{scale}</div>
    </div>
  );
}

interface PlotProps {
  /** Height of the plot in pixels. */
  readonly height: number;
  readonly heights: Heights;
  readonly children: ReactNode;
}

/** A plot, 100 units wide and high whatever its size on the page, with the lines of its scale. */
export function Plot({ height, heights, children }: PlotProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 100 ${PLOT}`}
      preserveAspectRatio="none"
      style={{ height }}
      className="block w-full overflow-visible"
    >
      {heights.ticks.map((tick) => (
        <path
          key={tick}
          d={`M0 ${PLOT - heights.heightOf(tick)}h100`}
          vectorEffect="non-scaling-stroke"
          className="stroke-rule"
        />
      ))}
      {children}
      <path d={`M0 ${PLOT}h100`} vectorEffect="non-scaling-stroke" className="stroke-rule-strong" />
    </svg>
  );
}

interface ScaleProps {
  readonly height: number;
  readonly heights: Heights;
  readonly labelOf: (tick: number) => string;
}

/** The labels of a plot’s lines. */
export function Scale({ height, heights, labelOf }: ScaleProps) {
  return (
    <div aria-hidden="true" className="relative" style={{ height }}>
      {heights.ticks.map((tick) => (
        <span
          key={tick}
          className="-mb-2 absolute start-0 leading-4"
          style={{ bottom: `${(100 * heights.heightOf(tick)) / PLOT}%` }}
        >
          {labelOf(tick)}
        </span>
      ))}
    </div>
  );
}

interface BarsProps {
  readonly places: Places;
  readonly spans: readonly Span[];
  /** The height 0, in units of the plot from its top. */
  readonly base?: number;
  readonly className: string;
}

/** Bars of one kind, as one shape: hundreds of elements take long to hydrate. */
export function Bars({ places, spans, base = PLOT, className }: BarsProps) {
  const d = barShape(places, spans, base);
  return d ? <path d={d} className={className} /> : null;
}
