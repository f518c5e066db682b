import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowedMethods, RESOURCES } from '@/lib/http/resource';
import { startApp, type TestApp } from '@/test/support/app';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, TEST_SECRET_KEY, type TestKey } from '@/test/support/factories';
import { exchange, openConnection } from '@/test/support/raw-exchange';
import { until } from '@/test/support/wait';

let base: TestDatabase;
let key: TestKey;
let direct: TestApp;
let routed: TestApp;
beforeAll(async () => {
  base = await createTestDatabase();
  key = await createTestKey(base.db);
  const start = (API_DIRECT: string) =>
    startApp({
      databaseUrl: base.url,
      env: { SECRET_KEY: TEST_SECRET_KEY, BITCOIN_REGTEST: 'sandbox', API_DIRECT },
    });
  direct = await start('on');
  routed = await start('off');
});
afterAll(async () => {
  await Promise.all([direct.stop(), routed.stop()]);
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

/** Sent unchanged: a client library would normalise the URL. */
async function ask(
  app: TestApp,
  { method = 'GET', path, headers, body }: Asked,
): Promise<Answered> {
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
  return parsed(await exchange(app.url, request));
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

/** Removes the framing of a body, which belongs to the connection alone. */
const OF_CONNECTION = ['transfer-encoding', 'content-length', 'connection', 'keep-alive', 'date'];
/** Headers that the framework adds for its own pages. */
const OF_FRAMEWORK = ['vary'];

/** Without the parts that differ between any two answers to the same request. */
function comparable({ status, headers, body }: Answered) {
  const kept = Object.entries(headers).filter(
    ([name]) => ![...OF_CONNECTION, ...OF_FRAMEWORK].includes(name),
  );
  const text = JSON.stringify({ status, headers: Object.fromEntries(kept.sort()), body });
  return text
    .replace(/\b(req|pay|co)_\w+/g, '$1_…')
    .replace(/\bbcrt1\w+/g, 'bcrt1…')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment')
    .replace(/(r=|t=)\d+/g, '$1…')
    .replace(/\bhttp:\/\/localhost:\d+/g, 'http://localhost');
}

const BODY = JSON.stringify({ amount_sats: 1_000, reference: 'Größe 43 👟' });
const requests: Record<string, Asked> = {
  'a create': { method: 'POST', path: '/v1/btc/payments', body: BODY },
  'a list': { path: '/v1/btc/payments?from=0&to=1' },
  'a list with an escaped and a repeated parameter': {
    path: '/v1/btc/payments?from=%30&to=1&to=2&filter=a%20b+c',
  },
  'a HEAD': { method: 'HEAD', path: '/v1/btc/payments?from=0&to=1' },
  'an OPTIONS': { method: 'OPTIONS', path: '/v1/btc/payments' },
  'a method that the resource lacks': { method: 'DELETE', path: '/v1/btc/payments' },
  'an unknown method': { method: 'PROPFIND', path: '/v1/btc/payments' },
  'an unknown payment': { path: '/v1/btc/payments/pay_0' },
  'a payment id with escapes': { path: '/v1/btc/payments/pay%5F0%2F1' },
  'a path with dots': { path: '/v1/btc/payments/../payments' },
  'a path with a slash at the end': { path: '/v1/btc/payments/' },
  'a path with two slashes': { path: '/v1//btc/payments' },
  'an escaped path': { path: '/v1/btc/%70ayments?from=0&to=1' },
  'an unknown path': { path: '/v1/btc' },
  'a request without a key': { path: '/v1/btc/payments', headers: { authorization: '' } },
  'a body that is too large': {
    method: 'POST',
    path: '/v1/btc/payments',
    body: JSON.stringify({ reference: 'x'.repeat(17_000) }),
  },
  'a body in chunks': {
    method: 'POST',
    path: '/v1/btc/payments',
    headers: { 'transfer-encoding': 'chunked', 'content-type': 'application/json' },
    body: '10\r\n{"amount_sats": 5\r\n1\r\n}\r\n0\r\n\r\n',
  },
  'a body that is not JSON': { method: 'POST', path: '/v1/btc/payments', body: '{"amount_sats":' },
  'an empty body': { method: 'POST', path: '/v1/btc/payments', body: '' },
  'a body of another type': {
    method: 'POST',
    path: '/v1/btc/payments',
    body: '<xml/>',
    headers: { 'content-type': 'application/xml' },
  },
  'an Idempotency-Key with umlauts': {
    method: 'POST',
    path: '/v1/btc/payments',
    body: BODY,
    headers: { 'idempotency-key': 'schlüssel' },
  },
  'a body with a GET': { path: '/v1/btc/payments?from=0&to=1', body: '{}' },
  'the document': { path: '/v1/openapi.json' },
};

test.each(Object.entries(requests))('both paths give the same answer: %s', async (_, request) => {
  const [one, other] = await Promise.all([ask(direct, request), ask(routed, request)]);
  expect(comparable(one)).toBe(comparable(other));
});

test.each(['PROPFIND', 'TRACE'])(
  'a %s is refused like any other method: 405 with Allow, or 404, with a request id',
  async (method) => {
    for (const app of [direct, routed]) {
      const refused = await ask(app, { method, path: '/v1/btc/payments?from=0' });
      expect(refused.status).toBe('HTTP/1.1 405 Method Not Allowed');
      expect(refused.headers).toMatchObject({
        allow: 'GET, HEAD, POST, OPTIONS',
        'cache-control': 'no-store',
        'content-type': 'application/problem+json',
        'x-request-id': expect.stringMatching(/^req_/),
      });
      for (const path of ['/v1', '/v1/nothing']) {
        const missing = await ask(app, { method, path });
        expect(JSON.parse(missing.body)).toMatchObject({ status: 404, code: 'not_found' });
      }
    }
  },
);

test('both paths serve every resource of the table, with its methods', async () => {
  for (const resource of RESOURCES.filter(({ surface }) => surface === 'api')) {
    const path = resource.pattern.replace('{id}', 'pay_0');
    for (const app of [direct, routed]) {
      const { status, headers } = await ask(app, { method: 'OPTIONS', path });
      expect([path, status, headers.allow]).toEqual([
        path,
        'HTTP/1.1 204 No Content',
        allowedMethods(resource),
      ]);
    }
  }
});

test.each(['/v1/btc/payments/', '//v1/btc/payments', '/v1//btc/payments'])(
  'a slash too many makes no difference: %s',
  async (path) => {
    const query = '?from=0&to=1';
    const plain = comparable(await ask(direct, { path: `/v1/btc/payments${query}` }));
    for (const app of [direct, routed]) {
      expect(comparable(await ask(app, { path: path + query }))).toBe(plain);
    }
    const created = await ask(direct, { method: 'POST', path, body: BODY });
    expect(created.status).toBe('HTTP/1.1 201 Created');
  },
);

test('the paths differ: the framework sends its bodies in chunks', async () => {
  const request = { path: '/v1/btc/payments?from=0&to=1' };
  expect((await ask(direct, request)).headers['content-length']).toBeDefined();
  expect((await ask(routed, request)).headers['transfer-encoding']).toBe('chunked');
});

test('a request in progress at shutdown is answered', async () => {
  const connection = await openConnection(direct.url);
  connection.write(
    `POST /v1/btc/payments HTTP/1.1\r\nhost: shop\r\nauthorization: Bearer ${key.apiKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(BODY)}\r\n` +
      'expect: 100-continue\r\n\r\n',
  );
  const isUnderWay = () => connection.received() === 'HTTP/1.1 100 Continue\r\n\r\n';
  await until('it is in progress', isUnderWay);
  const ended = direct.kill('SIGTERM');
  await until('it stops', () => direct.output().includes('"msg":"stopping"'));
  connection.write(Buffer.from(BODY));
  expect(await connection.closed()).toMatch(/Continue\r\n\r\nHTTP\/1\.1 201 /);
  // 128 plus the number of the signal, as shells report it.
  expect((await ended).code).toBe(143);
  await direct.start();
});

test('the server shuts down without waiting for idle connections', async () => {
  const silent = await openConnection(direct.url);
  await (await fetch(`${direct.url}/api/health`)).text();
  expect((await direct.kill('SIGTERM')).code).toBe(143);
  expect(await silent.closed()).toBe('');
  await direct.start();
}, 180_000);
