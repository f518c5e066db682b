import { createThrottle } from '@/lib/accounts/throttle';
import { createSources } from '@/lib/chain/sources';
import { parseEnv } from '@/lib/env';
import { createApi } from '@/lib/http/api';
import { resourceAt } from '@/lib/http/resource';
import { serve } from '@/lib/http/serve';
import { createLogger, type Logger } from '@/lib/log';
import { createMetrics } from '@/lib/metrics';
import type { TestDatabase } from './database';
import { checkDocumented } from './documented-answers';
import { testVault } from './factories';

export interface TestRequest {
  readonly method?: string;
  /** With its query. */
  readonly path: string;
  /** The API key, in clear. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is text or bytes already. */
  readonly body?: unknown;
  readonly peer?: string;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape, and the test says which
  readonly json: any;
}

export interface TestApi {
  call(request: TestRequest): Promise<TestAnswer>;
  /** Moves the API's clock. */
  passTime(ms: number): void;
}

/**
 * The whole API over a test's database, without a server in front. Rate limits are off. An answer
 * that the OpenAPI document does not allow fails the test, whatever the test looks at.
 *
 * @param start what its clock shows when asked; the system's unless told
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
  const api = createApi({
    env,
    log,
    metrics: createMetrics(),
    clock: () => new Date(start().getTime() + ahead),
    database: base.database,
    db: base.db,
    vault: testVault,
    sources: createSources(env, base.db),
    throttle: createThrottle(),
  });
  return {
    passTime: (ms) => {
      ahead += ms;
    },
    call: async (request) => {
      const url = new URL(request.path, 'http://host.invalid');
      const resource = resourceAt(url.pathname);
      const method = request.method ?? (request.body === undefined ? 'GET' : 'POST');
      const answer = await serve(api, resource, {
        method,
        path: url.pathname,
        query: url.searchParams,
        headers: headersOf(request),
        body: bodyOf(request.body),
        peer: request.peer ?? '192.0.2.1',
      });
      const json = answer.body === '' ? undefined : JSON.parse(answer.body);
      checkDocumented(resource.pattern, method, { ...answer, json });
      return { status: answer.status, headers: answer.headers, text: answer.body, json };
    },
  };
}

function headersOf({ key, headers = {}, body }: TestRequest): Map<string, string> {
  return new Map([
    ...(key === undefined ? [] : ([['authorization', `Bearer ${key}`]] as const)),
    ...(body === undefined ? [] : ([['content-type', 'application/json']] as const)),
    ...Object.entries(headers),
  ]);
}

async function* bodyOf(body: unknown): AsyncGenerator<Uint8Array> {
  if (body === undefined) return;
  if (body instanceof Uint8Array) yield body;
  else yield Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
