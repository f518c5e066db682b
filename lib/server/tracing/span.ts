import {
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';

export const TRACER_NAME = 'blocktally';

/**
 * The only attributes that leave this process. None of them comes from a body, a header, a query
 * string or the parameters of a database query.
 */
export const SPAN_ATTRIBUTES = [
  'http.method',
  'http.route',
  'http.status_code',
  'request.id',
  'payment.id',
  'chain.network',
  'chain.height',
  'chain.transactions',
  'chain.result',
  'chain.fault',
  'chain.connected',
  'chain.disconnected',
  'webhook.event.id',
  'webhook.delivery.id',
  'webhook.attempt',
  'webhook.outcome',
  'webhook.fault',
  'http.response.status_code',
  'db.system.name',
  'db.operation.name',
  'db.query.text',
  'error.type',
] as const;

export type SpanAttributes = {
  readonly [K in (typeof SPAN_ATTRIBUTES)[number]]?: string | number | boolean | undefined;
};

/** Work in a span. It gets a function that adds attributes which are only known later. */
type Work<T> = (note: (more: SpanAttributes) => void) => Promise<T>;

/** Runs `work` in a new span within the current one. Without tracing, it only calls `work`. */
export function runInSpan<T>(name: string, facts: SpanAttributes, work: Work<T>): Promise<T> {
  return within(name, { attributes: facts }, work);
}

/** Like {@link runInSpan}, but starts a new trace for a request to this server. */
export function runInRequestSpan<T>(
  name: string,
  facts: SpanAttributes,
  work: Work<T>,
): Promise<T> {
  return within(name, { kind: SpanKind.SERVER, attributes: facts }, work);
}

function within<T>(name: string, options: SpanOptions, work: Work<T>): Promise<T> {
  return trace
    .getTracer(TRACER_NAME)
    .startActiveSpan(name, options, (own) =>
      own.isRecording() ? record(own, work) : work(() => {}),
    );
}

async function record<T>(own: Span, work: Work<T>): Promise<T> {
  try {
    return await work((more) => own.setAttributes(more));
  } catch (error) {
    markFailed(own, error);
    throw error;
  } finally {
    own.end();
  }
}

/** Adds attributes to the current span, which Next.js made for the request. */
export function addSpanAttributes(facts: SpanAttributes): void {
  trace.getActiveSpan()?.setAttributes(facts);
}

/** Returns the id that links a log line to its trace; empty without tracing. */
export function readTraceLogFields(): { trace_id?: string } {
  const own = trace.getActiveSpan()?.spanContext();
  return own ? { trace_id: own.traceId } : {};
}

/**
 * Begins a span for a database statement, if there is a current span.
 *
 * @param text the statement with its placeholders, never with a value
 * @returns a function to call when the statement ends, with its error if it failed
 */
export function startQuerySpan(text: string): (error?: unknown) => void {
  // Checks the flag instead of isRecording(), which is false for a span from another thread.
  const parent = trace.getActiveSpan()?.spanContext();
  if (!parent || !(parent.traceFlags & TraceFlags.SAMPLED)) return () => {};
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const attributes: SpanAttributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text,
  };
  const options = { kind: SpanKind.CLIENT, attributes };
  const own = trace.getTracer(TRACER_NAME).startSpan(`db ${operation}`, options);
  return (error) => {
    if (error !== undefined) markFailed(own, error);
    own.end();
  };
}

/** Records only an error's kind, because its message may contain parameters. */
function markFailed(own: Span, error: unknown): void {
  own.setAttributes({ 'error.type': error instanceof Error ? error.name : 'unknown' });
  own.setStatus({ code: SpanStatusCode.ERROR });
}
