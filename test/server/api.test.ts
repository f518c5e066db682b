import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatAllowHeader } from '@/lib/http/path-table';
import { RESOURCES } from '@/lib/http/resource';
import { startApp, type TestApp } from '@/test/support/app';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, TEST_SECRET_KEY, type TestKey } from '@/test/support/factories';
import { openConnection, sendRawRequest } from '@/test/support/raw-exchange';
import { until } from '@/test/support/wait';

let base: TestDatabase;
let key: TestKey;
let app: TestApp;
beforeAll(async () => {
  base = await createTestDatabase();
  key = await createTestKey(base.db);
  app = await startApp({
    databaseUrl: base.url,
    env: { SECRET_KEY: TEST_SECRET_KEY, BITCOIN_REGTEST: 'sandbox' },
  });
});
afterAll(async () => {
  await app.stop();
  await base.drop();
});

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Answered {
  readonly status: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends the path unchanged, since a client library would normalize it. */
async function ask({ method = 'GET', path, headers, body }: Asked): Promise<Answered> {
  const fields = {
    host: new URL(app.url).host,
    connection: 'close',
    authorization: `Bearer ${key.apiKey}`,
    ...(body === undefined || headers?.['transfer-encoding']
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
  return parsed(await sendRawRequest(app.url, request));
}

function parsed(text: string): Answered {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  if (!status.startsWith('HTTP/1.1 ')) throw new Error(`no answer: ${text}`);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const sent = rest.join('\r\n\r\n');
  const body = headers['transfer-encoding'] ? unchunked(sent) : sent;
  return { status, headers, body: Buffer.from(body, 'latin1').toString() };
}

function unchunked(text: string): string {
  const end = text.indexOf('\r\n');
  const size = Number.parseInt(text.slice(0, end), 16);
  if (!size) return '';
  const from = end + 2;
  return text.slice(from, from + size) + unchunked(text.slice(from + size + 2));
}

const BODY = JSON.stringify({ amount_sats: 1_000, reference: 'Größe 43 👟' });
const LIST = '/v1/btc/payments?from=0&to=1';
const CREATE = { method: 'POST', path: '/v1/btc/payments', body: BODY };

const requests: Record<string, [sent: Asked, status: number, code?: string]> = {
  'a create': [CREATE, 201],
  'a body in chunks': [
    {
      ...CREATE,
      headers: { 'transfer-encoding': 'chunked', 'content-type': 'application/json' },
      body: '14\r\n{"amount_sats":50000\r\n1\r\n}\r\n0\r\n\r\n',
    },
    201,
  ],
  'a body that is too large': [
    { ...CREATE, body: JSON.stringify({ reference: 'x'.repeat(17_000) }) },
    413,
    'body_too_large',
  ],
  'a body that is not JSON': [{ ...CREATE, body: '{"amount_sats":' }, 400, 'malformed_json'],
  'an empty body': [{ ...CREATE, body: '' }, 400, 'malformed_json'],
  'a body of another type': [
    { ...CREATE, body: '<xml/>', headers: { 'content-type': 'application/xml' } },
    415,
    'unsupported_media_type',
  ],
  'an Idempotency-Key with umlauts': [
    { ...CREATE, headers: { 'idempotency-key': 'schlüssel' } },
    400,
    'invalid_request',
  ],
  'a list': [{ path: LIST }, 200],
  'a list with an escaped and a repeated parameter': [
    { path: '/v1/btc/payments?from=%30&to=1&to=2&filter=a%20b+c' },
    400,
    'invalid_request',
  ],
  'a body with a GET': [{ path: LIST, body: '{}' }, 200],
  'a HEAD': [{ method: 'HEAD', path: LIST }, 200],
  'a method that the resource lacks': [{ ...CREATE, method: 'DELETE' }, 405, 'method_not_allowed'],
  'an unknown payment': [{ path: '/v1/btc/payments/pay_0' }, 404, 'payment_not_found'],
  'a payment id with escapes': [{ path: '/v1/btc/payments/pay%5F0%2F1' }, 404, 'payment_not_found'],
  'a path with dots': [{ path: '/v1/btc/payments/../payments?from=0&to=1' }, 200],
  'an escaped path': [{ path: '/v1/btc/%70ayments' }, 404, 'not_found'],
  'a slash at the end': [{ path: '/v1/btc/payments/?from=0&to=1' }, 200],
  'two slashes': [{ path: '/v1//btc/payments?from=0&to=1' }, 200],
  'two slashes at the start': [{ path: '//v1/btc/payments?from=0&to=1' }, 200],
  'a create with a slash at the end': [{ ...CREATE, path: '/v1/btc/payments/' }, 201],
  'a create with two slashes': [{ ...CREATE, path: '/v1//btc/payments' }, 201],
  'an unknown path': [{ path: '/v1/btc' }, 404, 'not_found'],
  'a request without a key': [{ path: LIST, headers: { authorization: '' } }, 401, 'unauthorized'],
  'the document': [{ path: '/v1/openapi.json' }, 200],
};

test.each(Object.entries(requests))(
  'in the API reference, %s has the documented response',
  async (_, [sent, status, code]) => {
    const answer = await ask(sent);
    const problem = answer.body.startsWith('{') ? JSON.parse(answer.body) : {};
    expect([answer.status.split(' ')[1], problem.code]).toEqual([String(status), code]);
    expect(answer.headers['x-request-id']).toMatch(/^req_/);
  },
);

test.each(['PROPFIND', 'TRACE'])(
  'an unsupported %s gets 405 with Allow on a known path, and 404 otherwise',
  async (method) => {
    const refused = await ask({ method, path: '/v1/btc/payments?from=0' });
    expect(refused.status).toBe('HTTP/1.1 405 Method Not Allowed');
    expect(refused.headers).toMatchObject({
      allow: 'GET, HEAD, POST, OPTIONS',
      'cache-control': 'no-store',
      'content-type': 'application/problem+json',
      'x-request-id': expect.stringMatching(/^req_/),
    });
    for (const path of ['/v1', '/v1/nothing']) {
      const missing = await ask({ method, path });
      expect(JSON.parse(missing.body)).toMatchObject({ status: 404, code: 'not_found' });
    }
    const ofPlugin = await ask({ method, path: '/api/v1/stores' });
    expect(ofPlugin.status).toBe('HTTP/1.1 405 Method Not Allowed');
    expect(ofPlugin.headers).toMatchObject({ allow: 'GET, HEAD, OPTIONS' });
  },
);

test('every API resource in the documentation’s table supports the listed methods', async () => {
  for (const resource of RESOURCES.filter(({ surface }) => surface === 'api')) {
    const path = resource.pattern.replace('{id}', 'pay_0');
    const { status, headers } = await ask({ method: 'OPTIONS', path });
    expect([path, status, headers.allow]).toEqual([
      path,
      'HTTP/1.1 204 No Content',
      formatAllowHeader(resource),
    ]);
  }
});

test('a request that is in progress when the server shuts down gets its response', async () => {
  const connection = await openConnection(app.url);
  connection.write(
    `POST /v1/btc/payments HTTP/1.1\r\nhost: shop\r\nauthorization: Bearer ${key.apiKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(BODY)}\r\n` +
      'expect: 100-continue\r\n\r\n',
  );
  const isUnderWay = () => connection.received() === 'HTTP/1.1 100 Continue\r\n\r\n';
  await until('it is in progress', isUnderWay);
  const ended = app.kill('SIGTERM');
  await until('it stops', () => app.output().includes('"msg":"stopping"'));
  connection.write(Buffer.from(BODY));
  expect(await connection.closed()).toMatch(/Continue\r\n\r\nHTTP\/1\.1 201 /);
  // 128 plus the signal's number, as shells report it.
  expect((await ended).code).toBe(143);
  await app.start();
});

test('the server shuts down without waiting for idle connections', async () => {
  const silent = await openConnection(app.url);
  await (await fetch(`${app.url}/api/health`)).text();
  expect((await app.kill('SIGTERM')).code).toBe(143);
  expect(await silent.closed()).toBe('');
  await app.start();
}, 180_000);
