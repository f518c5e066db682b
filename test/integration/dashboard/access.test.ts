import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createThrottle } from '@/lib/accounts/throttle';
import { createSources } from '@/lib/chain/sources/create-sources';
import type { Member } from '@/lib/domain/actor';
import { parseEnv } from '@/lib/env';
import { createApi } from '@/lib/http/api';
import type { Resource } from '@/lib/http/resource';
import { route } from '@/lib/http/route';
import { serveApi } from '@/lib/http/serve';
import { createLogger } from '@/lib/log';
import { createMetrics } from '@/lib/metrics';
import { createChainReader } from '@/lib/payments/create-chain-reader';
import { NewPaymentSignal } from '@/lib/payments/new-payment-signal';
import { noPaymentChangeHook } from '@/lib/payments/record-standings';
import { Rates } from '@/lib/rates/rates';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const OWN = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

const answered: Member[] = [];

const base = await openForTestFile(createTestDatabase());
const key = await createTestKey(base.db);
const actor = await createTestActor(base.db, key.merchantId);

const thing = {
  path: '/api/dashboard/things/{id}',
  who: 'member',
  answer: z.strictObject({ done: z.literal(true) }),
  async handle(context: { readonly actor: Member }) {
    answered.push(context.actor);
    return { done: true } as const;
  },
} as const;

const THINGS: Resource = {
  pattern: thing.path,
  surface: 'dashboard',
  routes: {
    GET: route({
      ...thing,
      method: 'GET',
      query: z.strictObject({ page: z.string().optional() }),
    }),
    POST: route({ ...thing, method: 'POST', body: z.strictObject({ name: z.string() }) }),
  },
};

interface Ask {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly query?: string;
  readonly signedIn?: boolean;
}

async function ask({ method = 'GET', headers = {}, body, query = '', signedIn = true }: Ask) {
  const env = parseEnv({ DATABASE_URL: base.url, APP_URL: 'https://pay.example' });
  const clock = () => new Date();
  const sources = createSources(env, base.db);
  const api = createApi({
    env,
    log: createLogger('silent'),
    metrics: createMetrics('.'),
    clock,
    database: base.database,
    db: base.db,
    vault: testVault,
    sources,
    chains: createChainReader({ database: base.database, sources, clock }),
    newPayments: new NewPaymentSignal(),
    rates: new Rates({ db: base.db, settings: env.rates, clock, onFault: () => {} }),
    throttle: createThrottle(),
    afterChange: noPaymentChangeHook,
  });
  const request = {
    method,
    path: '/api/dashboard/things/thing_1',
    query: new URLSearchParams(query),
    headers: new Map(Object.entries({ host: 'pay.example', ...headers })),
    body: body === undefined ? undefined : bytesOf(body),
    peer: '192.0.2.1',
  };
  const session = {
    member: async () => (signedIn ? actor : undefined),
    end: async () => undefined,
  };
  const response = await serveApi(api, THINGS, request, session);
  return {
    status: response.status,
    headers: new Headers(response.headers),
    json: JSON.parse(response.body),
  };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const change = (headers: Readonly<Record<string, string>>, body = '{"name":"x"}') =>
  ask({ method: 'POST', headers, body });

describe('200', () => {
  it('a request runs as the signed-in user, and its response has a request id and is not cached', async () => {
    const { status, headers, json } = await ask({});
    expect({ status, json }).toEqual({ status: 200, json: { done: true } });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(answered.at(-1)).toMatchObject({
      userId: actor.userId,
      merchantId: key.merchantId,
      requestId: headers.get('x-request-id'),
    });
  });

  it('a change from our own page is accepted, even from a browser that sends only the Origin header', async () => {
    expect((await change(OWN)).status).toBe(200);
    const json = { 'content-type': 'application/json' };
    expect((await change({ ...json, origin: 'https://pay.example' })).status).toBe(200);
    const local = { ...json, host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' };
    expect((await change(local)).status).toBe(200);
  });
});

describe('400', () => {
  it('the error for a refused request lists the unknown field together with the missing field', async () => {
    const { status, json } = await change(OWN, '{"nam":"x"}');
    expect(status).toBe(400);
    expect(json.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/nam',
      '/name',
    ]);
    expect((await ask({ query: 'pag=1' })).status).toBe(400);
  });
});

describe('401', () => {
  it('a request without a session is rejected, and an API key does not replace a session', async () => {
    const { status, json, headers } = await ask({ signedIn: false });
    expect({ status, code: json.code }).toEqual({ status: 401, code: 'not_signed_in' });
    expect(json.request_id).toBe(headers.get('x-request-id'));
    const bearer = { authorization: `Bearer ${key.apiKey}` };
    expect((await ask({ signedIn: false, headers: bearer })).status).toBe(401);
  });
});

describe('403', () => {
  it.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['typed in', { 'sec-fetch-site': 'none' }],
    ['with a foreign Origin', { origin: 'https://evil.example' }],
    ['with an opaque Origin', { origin: 'null' }],
    ['without Origin and Sec-Fetch-Site', {}],
    [
      'from another site that claims our Origin',
      { 'sec-fetch-site': 'cross-site', origin: 'https://pay.example' },
    ],
  ])('a change %s is rejected', async (_, headers) => {
    const before = answered.length;
    const { status, json } = await change({ 'content-type': 'application/json', ...headers });
    expect({ status, code: json.code }).toEqual({ status: 403, code: 'cross_site_request' });
    expect(answered).toHaveLength(before);
  });
});

describe('415', () => {
  it.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'a change with the content type %s is rejected, since forms on other sites can send it',
    async (type) => {
      const headers = { 'sec-fetch-site': 'same-origin', ...(type && { 'content-type': type }) };
      expect((await change(headers)).status).toBe(415);
    },
  );
});
