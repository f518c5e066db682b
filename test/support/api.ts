import { createThrottle } from '@/lib/accounts/throttle';
import { createSources } from '@/lib/chain/sources/create-sources';
import type { Member } from '@/lib/domain/actor';
import { parseEnv } from '@/lib/env';
import { greenfieldRoutesAt, serveGreenfield } from '@/lib/greenfield/serve';
import { writeStoreEvents } from '@/lib/greenfield/webhooks/write-store-events';
import { createApi } from '@/lib/http/api';
import type { ApiResponse } from '@/lib/http/api-request';
import { routeFor } from '@/lib/http/path-table';
import { resourceAt } from '@/lib/http/resource';
import { serveApi } from '@/lib/http/serve';
import { createLogger, type Logger } from '@/lib/log';
import { createMetrics } from '@/lib/metrics';
import { createChainReader } from '@/lib/payments/create-chain-reader';
import { NewPaymentSignal } from '@/lib/payments/new-payment-signal';
import { Rates } from '@/lib/rates/rates';
import { checkGreenfieldAnswer } from '@/test/greenfield/check-answer';
import type { TestDatabase } from './database';
import { checkMatchesDocument } from './documented-answers';
import { testVault } from './factories';

export interface TestRequest {
  readonly method?: string;
  /** Includes the query. */
  readonly path: string;
  readonly key?: string;
  /** The signed-in user. A function is called each time the session is read. */
  readonly as?: Member | (() => Promise<Member | undefined>);
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is text, bytes or a stream of bytes. */
  readonly body?: unknown;
  readonly peer?: string;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape, and the test says which
  readonly json: any;
}

export interface TestApi {
  call(request: TestRequest): Promise<TestResponse>;
  /** Returns the response while its body is still a stream. */
  open(request: TestRequest): Promise<ApiResponse>;
  /** Ends all open event streams, like a process that is stopping. */
  endStreams(): void;
  writeRequestLog(): Promise<void>;
  passTime(ms: number): void;
}

/**
 * All APIs of a worker share these metrics, because each instance observes the garbage collector
 * and the event loop until the worker ends.
 */
const metrics = createMetrics('.');

/**
 * Creates the whole API on a test's database, without an HTTP server and without rate limits. A
 * response that differs from its documentation fails the test.
 *
 * @param start the time at which its clock starts
 */
export function createTestApi(
  base: TestDatabase,
  variables: Record<string, string> = {},
  log: Logger = createLogger('silent'),
  start: () => Date = () => new Date(),
): TestApi {
  const env = parseEnv({
    DATABASE_URL: base.url,
    APP_URL: 'https://pay.example',
    WEBHOOK_PRIVATE_TARGETS: 'allow',
    RATE_LIMIT_PER_KEY: '0',
    RATE_LIMIT_PER_IP: '0',
    ...variables,
  });
  let ahead = 0;
  const clock = () => new Date(start().getTime() + ahead);
  const sources = createSources(env, base.db);
  const api = createApi({
    env,
    log,
    metrics,
    clock,
    database: base.database,
    db: base.db,
    vault: testVault,
    sources,
    chains: createChainReader({ ...base, sources, clock, afterChange: writeStoreEvents }),
    afterChange: writeStoreEvents,
    newPayments: new NewPaymentSignal(),
    rates: new Rates({ db: base.db, settings: env.rates, clock, onFault: () => {} }),
    throttle: createThrottle(),
  });
  const answer = async (request: TestRequest) => {
    const { pathname, searchParams } = new URL(request.path, 'http://host.invalid');
    const resource = resourceAt(pathname);
    const method = request.method ?? (request.body === undefined ? 'GET' : 'POST');
    const asked = {
      method,
      path: pathname,
      query: searchParams,
      headers: headersOf(request),
      body: bodyOf(request.body),
      peer: request.peer ?? '192.0.2.1',
    };
    if (isGreenfield(pathname))
      return { resource, method, pathname, response: await serveGreenfield(api, asked) };
    const { as } = request;
    // The user's identity confirmation is always recent, even if the test has moved the clock.
    const member = typeof as === 'function' ? as : async () => as && { ...as, factorAt: clock() };
    const session = { member, end: async () => undefined };
    return { resource, method, pathname, response: await serveApi(api, resource, asked, session) };
  };
  return {
    passTime: (ms) => {
      ahead += ms;
    },
    open: async (request) => (await answer(request)).response,
    endStreams: () => api.changes.close(),
    writeRequestLog: () => api.requestLog.flush(),
    call: async (request) => {
      const { resource, method, pathname, response } = await answer(request);
      const { status, headers, body, stream } = response;
      const type = headers['content-type'];
      const text = stream ? await textOf(stream, type) : body;
      const isText = type?.startsWith('text/');
      const json = text === '' || isText ? undefined : JSON.parse(text);
      if (isGreenfield(pathname)) {
        if (method !== 'OPTIONS' && method !== 'HEAD')
          checkGreenfieldAnswer(`${method} ${greenfieldRoutesAt(pathname)?.pattern}`, status, json);
      } else if (resource.surface === 'api')
        checkMatchesDocument(resource.pattern, method, { status, headers, json });
      else if (status === 200 && !isText) routeFor(resource, method)?.answer?.parse(json);
      return { status, headers, text, json };
    },
  };
}

/** BTCPay's own schemas describe the responses of these paths. */
const isGreenfield = (path: string) => path.startsWith('/api/v1/');

async function textOf(stream: ReadableStream<Uint8Array>, type?: string): Promise<string> {
  if (!type?.startsWith('text/event-stream')) return new Response(stream).text();
  const reader = stream.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return Buffer.from(value ?? []).toString();
}

function headersOf({ key, as, headers = {}, body }: TestRequest): Map<string, string> {
  return new Map([
    ...(key === undefined ? [] : ([['authorization', `Bearer ${key}`]] as const)),
    ...(as === undefined ? [] : ([['sec-fetch-site', 'same-origin']] as const)),
    ...(body === undefined ? [] : ([['content-type', 'application/json']] as const)),
    ...Object.entries(headers),
  ]);
}

async function* bodyOf(body: unknown): AsyncGenerator<Uint8Array> {
  if (body === undefined) return;
  if (body instanceof ReadableStream) yield* body;
  else if (body instanceof Uint8Array) yield body;
  else yield Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
