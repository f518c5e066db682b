import type { Attributes } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { FACTS, SCOPE } from './span';

/** What the web server's own spans may say. Its others hold the address as it was asked for. */
const OF_REQUESTS = ['next.route', 'next.span_type'];
const ALLOWED = new Set<string>([...FACTS, ...OF_REQUESTS]);
const SCOPES = new Set([SCOPE, 'next.js']);

/**
 * A span as it may leave the process: known attributes only, no texts of errors, no events.
 * Undefined for what other packages trace, which nobody here has looked at.
 */
export function safeSpan(span: ReadableSpan): ReadableSpan | undefined {
  if (!SCOPES.has(span.instrumentationScope.name)) return undefined;
  const { parentSpanContext } = span;
  return {
    name: safeName(span),
    kind: span.kind,
    spanContext: () => span.spanContext(),
    ...(parentSpanContext && { parentSpanContext }),
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    status: { code: span.status.code },
    attributes: allowed(span.attributes),
    links: [],
    events: [],
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/** A request of the web server to others is named after its URL. */
function safeName({ name, attributes }: ReadableSpan): string {
  if (!/[?@]|:\/\//.test(name)) return name;
  return String(attributes['next.span_type'] ?? SCOPE);
}

function allowed(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => ALLOWED.has(name)));
}
