import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '@/test/support/app';
import { openTab } from '@/test/support/browser-tab';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, TEST_SECRET_KEY } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import {
  openConnection,
  type RawConnection,
  sendRawRequest,
  statusesOf,
} from '@/test/support/raw-exchange';
import { until } from '@/test/support/wait';

let slow: Readonly<Record<'headers' | 'body', RawConnection>>;

const base = await openForTestFile(createTestDatabase());
const key = await createTestKey(base.db);
const app = await openForTestFile(
  startApp({
    databaseUrl: base.url,
    env: { SECRET_KEY: TEST_SECRET_KEY, BITCOIN_REGTEST: 'sandbox' },
  }),
);

beforeAll(async () => {
  // Started first, so that these slow requests end while the other tests run.
  slow = { headers: await openConnection(app.url), body: await openConnection(app.url) };
  slow.headers.write('GET /v1/btc/payments HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  slow.body.write(post('Content-Length: 1000').concat('{'));
});

const post = (...lines: string[]) =>
  [
    'POST /v1/btc/payments HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${key.apiKey}`,
    'Content-Type: application/json',
    ...lines,
    '\r\n',
  ].join('\r\n');
const count = () =>
  base.db.execute('select count(*)::int as n from payment').then(([row]) => row?.n);

describe('a request with two lengths', () => {
  const smuggled = 'GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
  test.each([
    ['Content-Length and Transfer-Encoding', 'Content-Length: 4\r\nTransfer-Encoding: chunked'],
    ['Transfer-Encoding and Content-Length', 'Transfer-Encoding: chunked\r\nContent-Length: 4'],
    ['two Content-Lengths', 'Content-Length: 4\r\nContent-Length: 40'],
    ['a Content-Length with a sign', 'Content-Length: +4'],
    ['an unknown Transfer-Encoding', 'Transfer-Encoding: xchunked\r\nContent-Length: 4'],
    ['a folded Transfer-Encoding', 'Content-Length: 4\r\nTransfer-Encoding:\r\n chunked'],
    ['a space before the colon', 'Content-Length : 4'],
    ['a header that ends in a bare CR', 'X: y\rContent-Length: 4'],
  ])(
    'a request with two lengths is rejected (%s), and the following bytes are not a second request',
    async (_what, lines) => {
      const answer = await sendRawRequest(app.url, `${post(lines)}0\r\n\r\n${smuggled}`);
      expect(statusesOf(answer)).toEqual([400]);
      expect(answer).not.toContain('openapi');
      expect(await count()).toBe(0);
    },
  );
});

describe('an oversized request', () => {
  test('a request is rejected with 431 if its headers or request line exceed 16 KiB', async () => {
    const long = 'x'.repeat(20_000);
    expect(statusesOf(await sendRawRequest(app.url, post(`X-Long: ${long}`)))).toEqual([431]);
    const line = `GET /${long} HTTP/1.1\r\nHost: x\r\n\r\n`;
    expect(statusesOf(await sendRawRequest(app.url, line))).toEqual([431]);
  });

  test.each(['/v1/btc/payments', '/api/auth/callback/credentials'])(
    'an endless body at %s is rejected long before it fills the memory',
    async (path) => {
      let sent = 0;
      const body = new ReadableStream({
        pull: (controller) => {
          sent += 65_536;
          if (sent > 200_000_000) controller.close();
          else controller.enqueue(new Uint8Array(65_536));
        },
      });
      const headers = { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
      const status = await fetch(`${app.url}${path}`, init).then(
        (response) => response.status,
        () => 'cut off',
      );
      expect(['cut off', 413]).toContain(status);
      expect(sent).toBeLessThan(50_000_000);
    },
  );
});

function residentMiB(): number {
  const status = readFileSync(`/proc/${app.pid()}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

describe('an oversized form', () => {
  test('an oversized form is rejected with 413, and no error is logged', async () => {
    const before = app.output().length;
    const form = { email: 'ann@example.com', password: 'x'.repeat(2_000_000) };
    expect((await openTab(app.url).submit('/sign-in', form)).status).toBe(413);
    expect(app.output().slice(before)).not.toContain('"level":50');
  });

  const LARGE = 8_000_000;
  const COUNT = 40;
  test.runIf(process.platform === 'linux').each([
    ['declares its length', `Content-Length: ${LARGE + 1}\r\n\r\n`],
    ['comes in chunks', `Transfer-Encoding: chunked\r\n\r\n${(LARGE + 1).toString(16)}\r\n`],
  ])('an oversized form is not buffered during its upload if it %s', async (_what, begin) => {
    expect((await fetch(`${app.url}/sign-in`)).status).toBe(200);
    const before = residentMiB();
    const bytes = new Uint8Array(LARGE);
    const connections = await Promise.all(
      Array.from({ length: COUNT }, async () => {
        const connection = await openConnection(app.url);
        connection.write(`POST /sign-in HTTP/1.1\r\nHost: x\r\n${begin}`);
        connection.write(bytes);
        return connection;
      }),
    );
    const isSent = ({ socket }: RawConnection) => socket.destroyed || socket.writableLength === 0;
    await until('all is sent but the last byte', () => connections.every(isSent));
    expect((await fetch(`${app.url}/sign-in`)).status).toBe(200);
    expect(residentMiB() - before).toBeLessThan((LARGE * COUNT) / 2 ** 21);
    for (const { socket } of connections) socket.destroy();
  });
});

test.each([
  ['text', 'text/plain;charset=UTF-8', 'no arguments'],
  ['a form', 'multipart/form-data; boundary=x', '--x\r\nno form\r\n'],
])('a server action with %s that cannot be decoded is refused with 400', async (_, type, body) => {
  const page = await (await fetch(`${app.url}/sign-in`)).text();
  const [, action = ''] =
    /name="\$ACTION_\d+:0" value="[^"]*&quot;id&quot;:&quot;(\w+)/.exec(page) ?? [];
  expect(action).not.toBe('');
  const headers = { 'next-action': action, 'content-type': type, origin: app.url };
  const { status } = await fetch(`${app.url}/sign-in`, { method: 'POST', headers, body });
  expect(status).toBe(400);
});

describe('unknown methods and paths', () => {
  test.each([
    'TRACE /v1/btc/payments',
    'TRACE /',
    'CONNECT 127.0.0.1:22',
    'PROPFIND /v1/btc/payments',
    'PROPFIND /api/v1/stores',
    'GET /v1/btc/payments/%ff',
    'GET /api/v1/stores/%ff',
    'GET /pay/%ff',
    'GET /dashboard/keys/%ff',
    'GET /api/dashboard/payments/%ff',
    'GET /v1/btc/payments/',
    'GET //evil.example/%2e%2e',
    'GET /..%2f..%2fetc/passwd',
    'GET http://169.254.169.254/latest/meta-data/',
    'GET /_next/image?url=http%3A%2F%2F127.0.0.1%3A22%2F&w=64&q=75',
    'GET /_next/image?url=%2Fapi%2Fhealth&w=64&q=75',
    'GET /_next/static/../../.env',
    'GET /.env',
  ])('%s gets a response without an internal error', async (line) => {
    const answer = await sendRawRequest(
      app.url,
      `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    // CONNECT gets no response: the server closes the connection.
    const [status = 400] = statusesOf(answer);
    expect(status).toBeLessThan(500);
    expect(answer.toLowerCase()).not.toMatch(
      /location: (?:\/\/|https?:\/\/(?!localhost))|database_url/,
    );
  });
});

test.each(['/v1/openapi.json', '/api/health', '/of-nobody'])(
  '%s with an upgrade to another protocol gets a response, and its connection is closed',
  async (path) => {
    const offer = 'Connection: Upgrade, close\r\nUpgrade: h2c';
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\n${offer}\r\n\r\n`;
    const answer = await sendRawRequest(app.url, request);
    expect(statusesOf(answer)).toEqual([path === '/of-nobody' ? 404 : 200]);
  },
);

test('the server closes a connection after about half a minute of slow headers or a slow body', {
  timeout: 120_000,
}, async () => {
  for (const connection of [slow.headers, slow.body]) {
    expect(statusesOf(await connection.closed())).toEqual([408]);
  }
  expect((await fetch(`${app.url}/api/health`)).status).toBe(200);
});
