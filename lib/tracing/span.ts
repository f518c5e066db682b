import { type Span, SpanKind, type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api';

/** The instrumentation scope of the spans that are made here. */
export const SCOPE = 'blocktally';

/**
 * Everything that a span may say. None of it comes from a body, a header, a query string or a
 * query's parameters, and nothing that is not in this list leaves the process.
 */
export const FACTS = [
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

export type Facts = {
  readonly [K in (typeof FACTS)[number]]?: string | number | boolean | undefined;
};

/** Is given a function that adds what is only known later. */
type Work<T> = (note: (more: Facts) => void) => Promise<T>;

/**
 * Does `work` as a part of what goes on, which tracing shows under `name`. Without tracing this is
 * a call of `work` and nothing else.
 */
export function span<T>(name: string, facts: Facts, work: Work<T>): Promise<T> {
  return within(name, { attributes: facts }, work);
}

/** {@link span} for a request that this server answers: the beginning of a trace. */
export function requestSpan<T>(name: string, facts: Facts, work: Work<T>): Promise<T> {
  return within(name, { kind: SpanKind.SERVER, attributes: facts }, work);
}

function within<T>(name: string, options: SpanOptions, work: Work<T>): Promise<T> {
  return trace.getTracer(SCOPE).startActiveSpan(name, options, async (own) => {
    try {
      return await work((more) => own.setAttributes(more));
    } catch (error) {
      markFailed(own, error);
      throw error;
    } finally {
      own.end();
    }
  });
}

/** Adds to what is under way: the request that the web server has begun to trace. */
export function noteOnSpan(facts: Facts): void {
  trace.getActiveSpan()?.setAttributes(facts);
}

/** What a log line of something traced can be found by; empty without tracing. */
export function traceOfLog(): { trace_id?: string } {
  const own = trace.getActiveSpan()?.spanContext();
  return own ? { trace_id: own.traceId } : {};
}

/**
 * A statement of the database as a part of what goes on; alone it would be noise.
 *
 * @param text the statement with its placeholders, never with a value
 * @returns to be called at its end, with what went wrong
 */
export function querySpan(text: string): (error?: unknown) => void {
  if (!trace.getActiveSpan()?.isRecording()) return () => {};
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const attributes: Facts = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text,
  };
  const options = { kind: SpanKind.CLIENT, attributes };
  const own = trace.getTracer(SCOPE).startSpan(`db ${operation}`, options);
  return (error) => {
    if (error !== undefined) markFailed(own, error);
    own.end();
  };
}

/** The kind of an error alone: its text may hold what was asked for. */
function markFailed(own: Span, error: unknown): void {
  own.setAttributes({ 'error.type': error instanceof Error ? error.name : 'unknown' });
  own.setStatus({ code: SpanStatusCode.ERROR });
}
