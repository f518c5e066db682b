import fc from 'fast-check';
import type { DashboardRequest } from '@/test/access/dashboard-route-access';
import { almostValidBody, hostileText, pathPart, rawBody } from './hostile';

export interface FuzzTarget {
  /** Such as `GET /v1/btc/payments/{id}`. */
  readonly route: string;
  readonly asked: DashboardRequest;
  readonly headers: Readonly<Record<string, string>>;
}

export interface FuzzRequest {
  readonly method: string;
  /** The path with the query, as sent: ASCII without spaces. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const headerValue = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: fc.integer({ min: 0x80, max: 0xff }).map((c) => String.fromCharCode(c)) }),
  fc.constantFrom('', '*', 'x'.repeat(4_000), ','.repeat(500), '"', 'W/"a', 'q=0;q=1;;', '-1'),
);

const HEADERS = {
  'content-type': fc.constantFrom(
    'text/plain',
    'application/json;charset=x',
    'application/xml',
    ';',
  ),
  'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'x'),
  accept: headerValue,
  'accept-language': headerValue,
  'accept-encoding': headerValue,
  authorization: fc.oneof(
    headerValue,
    headerValue.map((text) => `Bearer ${text}`),
  ),
  cookie: headerValue.map((text) => `blocktally-session=${text}; blocktally-csrf=${text}`),
  'idempotency-key': headerValue,
  'if-none-match': headerValue,
  'if-modified-since': headerValue,
  range: headerValue,
  origin: headerValue,
  'x-forwarded-for': fc.oneof(headerValue, fc.constantFrom('::', 'a, b', '1.2.3.4:5', '[::1]')),
  'x-forwarded-host': headerValue,
  'x-forwarded-proto': headerValue,
  'x-http-method-override': fc.constantFrom('DELETE', 'x'),
  'x-blocktally-peer': headerValue,
  'x-middleware-subrequest': fc.constantFrom('proxy', 'middleware:middleware:middleware'),
  'next-action': headerValue,
  'next-router-state-tree': headerValue,
  rsc: fc.constantFrom('1'),
  'user-agent': headerValue,
};

/** Makes requests with only a few errors each, so that many of them pass the first checks. */
export function arbitraryFuzzRequest({
  route,
  asked,
  headers,
}: FuzzTarget): fc.Arbitrary<FuzzRequest> {
  const [method = '', pattern = ''] = route.split(' ');
  const [before = '', after] = pattern.split(/\{\w+\}/);
  const id = fc.oneof(
    { weight: 3, arbitrary: fc.constant(asked.id ?? 'x') },
    { weight: 1, arbitrary: pathPart },
  );
  const path =
    after === undefined ? fc.constant(before) : id.map((part) => `${before}${part}${after}`);
  const body = fc.oneof(
    { weight: 3, arbitrary: almostValidBody(asked.body ?? {}) },
    { weight: 1, arbitrary: rawBody },
  );
  return fc
    .record({
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      path,
      query: query(asked.query ?? {}),
      odd: oddHeaders,
      body: asked.body || method !== 'GET' ? body : fc.constant(undefined),
    })
    .map((made) => ({
      method: made.method,
      path: `${made.path}${made.query}`,
      headers: { ...(made.body === undefined ? {} : JSON_TYPE), ...headers, ...made.odd },
      // The HTTP client would not send a body with these methods.
      body: /^(?:GET|HEAD)$/.test(made.method) ? undefined : made.body,
    }));
}

const JSON_TYPE = { 'content-type': 'application/json' };

const oddHeaders = fc.oneof(
  { weight: 40, arbitrary: fc.constant({}) },
  { weight: 3, arbitrary: fc.record(HEADERS, { requiredKeys: [] }) },
  ...Object.entries(HEADERS).map(([name, value]) => ({
    weight: 1,
    arbitrary: value.map((text) => ({ [name]: text.trim() })),
  })),
);

function query(right: Readonly<Record<string, string>>): fc.Arbitrary<string> {
  const text = fc.oneof(
    hostileText.map((value) => encodeURIComponent(Buffer.from(value).toString())),
    fc.constantFrom('%00', '%ff', '%', '+', '', '%u0000', '1&1', '[]', '%ed%a0%80'),
  );
  const names = [...Object.keys(right), 'q', 'limit', 'offset', 'lang', '_rsc', '__proto__', ''];
  const pair = fc.tuple(fc.constantFrom(...names), text);
  return fc
    .record({
      keep: fc.boolean(),
      pairs: fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(pair, { minLength: 1, maxLength: 3 }) },
      ),
    })
    .map(({ keep, pairs }) => {
      const all = [...(keep ? Object.entries(right) : []), ...pairs];
      return all.length === 0 ? '' : `?${all.map(([name, value]) => `${name}=${value}`).join('&')}`;
    });
}
