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
import { FACTS, SCOPE } from './span';

export interface Tracing {
  /** Sends what is left and ends; never rejects. */
  stop(): Promise<void>;
}

export interface TracingSetting {
  readonly protocol: 'http/protobuf' | 'http/json';
}

const COMPLAIN_EVERY_MS = 60_000;
/** A collector that is gone is tried for longer than a server may take to stop. */
const STOP_LIMIT_MS = 3_000;

/** The part of a log that tracing writes to: a log may itself note the trace. */
interface Warn {
  warn(facts: object, message: string): void;
}

/**
 * Sends spans to an OpenTelemetry collector. Where to, with which headers, how many and under
 * which name are the OTEL_ variables that the packages read by themselves. What a caller says
 * about its own trace is not believed: anybody could have everything traced.
 */
export function startTracing({ protocol }: TracingSetting, log: Warn): Tracing {
  const exporter = protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter();
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'blocktally', 'service.version': VERSION }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(safely(exporter, log))],
  });
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

function safely(exporter: SpanExporter, log: Warn): SpanExporter {
  let complainedAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(
        spans.flatMap((span) => safeSpan(span) ?? []),
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
