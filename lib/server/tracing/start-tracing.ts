import { type Attributes, context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import { VERSION } from '@/lib/version';
import { SPAN_ATTRIBUTES, TRACER_NAME } from './span';

export interface Tracing {
  /** Sends the remaining spans and ends tracing. Never rejects. */
  stop(): Promise<void>;
}

export interface TracingSetting {
  readonly protocol: 'http/protobuf' | 'http/json';
}

const COMPLAIN_EVERY_MS = 60_000;
/** Without this limit, the exporter would keep retrying an unreachable collector. */
const STOP_LIMIT_MS = 3_000;

/** Tracing needs only this part of the log. The whole log depends on tracing itself. */
interface WarnLogger {
  warn(facts: object, message: string): void;
}

/**
 * Sends spans to an OpenTelemetry collector. Endpoint, headers, sampling and service name come from
 * the OTEL_ variables. Trace headers of requests are ignored, because anyone could force every
 * request to be traced with them.
 */
export function startTracing({ protocol }: TracingSetting, log: WarnLogger): Tracing {
  const exporter = protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter();
  const processor = new BatchSpanProcessor(safely(exporter, log));
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'blocktally', 'service.version': VERSION }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return {
    stop: async () => {
      const sent = provider.shutdown().catch((err: unknown) => {
        log.warn({ err }, 'the last spans could not be sent');
      });
      await Promise.race([sent, new Promise((done) => setTimeout(done, STOP_LIMIT_MS).unref())]);
    },
  };
}

function safely(exporter: SpanExporter, log: WarnLogger): SpanExporter {
  let complainedAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(
        spans.flatMap((span) => redactSpan(span) ?? []),
        (result) => {
          if (result.error && performance.now() - complainedAt > COMPLAIN_EVERY_MS) {
            complainedAt = performance.now();
            log.warn({ err: result.error }, 'traces could not be sent to the collector');
          }
          done(result);
        },
      ),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** Exported attributes of Next.js' own spans. Its other attributes contain the requested URL. */
const OF_REQUESTS = ['next.route', 'next.span_type'];
const ALLOWED = new Set<string>([...SPAN_ATTRIBUTES, ...OF_REQUESTS]);
const SCOPES = new Set([TRACER_NAME, 'next.js']);

/**
 * Returns a span as it is exported: only known attributes, without error messages and events.
 * Returns undefined for spans of other packages, because their attributes have not been reviewed.
 */
export function redactSpan(span: ReadableSpan): ReadableSpan | undefined {
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

/** Hides the URL that Next.js puts into the names of outgoing requests' spans. */
function safeName({ name, attributes }: ReadableSpan): string {
  if (!/[?@]|:\/\//.test(name)) return name;
  return String(attributes['next.span_type'] ?? TRACER_NAME);
}

function allowed(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => ALLOWED.has(name)));
}
