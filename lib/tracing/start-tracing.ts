import { context, trace } from '@opentelemetry/api';
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
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type { Logger } from '@/lib/log';
import { VERSION } from '@/lib/version';
import { safeSpan } from './safe-span';

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

/**
 * Sends spans to an OpenTelemetry collector. Where to, with which headers, how many and under
 * which name are the OTEL_ variables that the packages read by themselves. What a caller says
 * about its own trace is not believed: anybody could have everything traced.
 */
export function startTracing({ protocol }: TracingSetting, log: Logger): Tracing {
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

function safely(exporter: SpanExporter, log: Logger): SpanExporter {
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
