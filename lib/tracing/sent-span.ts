import {
  type Attributes,
  context,
  type HrTime,
  type SpanContext,
  type SpanKind,
  type SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** The span that work on another thread belongs to. */
export type TraceParent = Pick<SpanContext, 'traceId' | 'spanId' | 'traceFlags'>;

/** An ended span in a form that can be posted to another thread. */
export interface SentSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly own: TraceParent;
  readonly parent: TraceParent | undefined;
  readonly startTime: HrTime;
  readonly endTime: HrTime;
  readonly duration: HrTime;
  readonly status: SpanStatusCode;
  readonly attributes: Attributes;
  readonly scope: string;
}

/** The current span, for work on another thread; undefined without one. */
export function traceParent(): TraceParent | undefined {
  const own = trace.getActiveSpan()?.spanContext();
  return own && idsOf(own);
}

/** Does work within a span of another thread. */
export function withinTrace<T>(parent: TraceParent | undefined, work: () => T): T {
  if (!parent) return work();
  const remote: SpanContext = { ...parent, isRemote: true };
  return context.with(trace.setSpanContext(context.active(), remote), work);
}

/** The ids of a span, without what cannot be posted. */
export const idsOf = ({ traceId, spanId, traceFlags }: SpanContext): TraceParent => ({
  traceId,
  spanId,
  traceFlags,
});
