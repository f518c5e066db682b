import { type Receiver, startReceiver } from './receiver';

export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

export interface Collector {
  readonly url: string;
  readonly receiver: Receiver;
  bytes(): Buffer;
  spans(): CollectedSpan[];
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const receiver = await startReceiver();
  receiver.respond({ status: 200, headers: { 'content-type': 'application/json' }, body: '{}' });
  return {
    url: receiver.url(''),
    receiver,
    bytes: () => Buffer.concat(receiver.requests.map(({ body }) => body)),
    spans: () => receiver.requests.flatMap(({ body }) => spansOf(JSON.parse(body.toString()))),
    close: () => receiver.close(),
  };
}

/** ExportTraceServiceRequest of opentelemetry-proto, as JSON. */
interface Export {
  resourceSpans: { scopeSpans: { spans: JsonSpan[] }[] }[];
}

interface JsonSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: JsonValue }[];
}

interface JsonValue {
  stringValue?: string;
  intValue?: string | number;
  doubleValue?: number;
  boolValue?: boolean;
}

function spansOf({ resourceSpans }: Export): CollectedSpan[] {
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ name, traceId, spanId, parentSpanId = '', attributes }) => ({
      name,
      traceId,
      spanId,
      parentSpanId,
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)])),
    }));
}

function plain({ stringValue, intValue, doubleValue, boolValue }: JsonValue) {
  return stringValue ?? boolValue ?? Number(intValue ?? doubleValue);
}
