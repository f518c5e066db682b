import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openConnection, sendRawRequest, statusesOf } from '@/test/support/raw-exchange';
import { until } from '@/test/support/wait';
import { createWebServer, type WebServer } from './create-server';

let server: WebServer;
afterEach(() => {
  server.http.closeAllConnections();
  server.http.close();
});

async function listen(answer: RequestListener, appUrl = 'http://localhost/') {
  server = createWebServer(answer, [new URL(appUrl)]);
  await once(server.http.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.http.address() as AddressInfo).port}`;
}

const GUARDED = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

const fieldsOf = (answer: string) =>
  Object.fromEntries(answer.split('\r\n').map((line) => line.toLowerCase().split(': ', 2)));

describe('every response has the security headers', () => {
  const ways: Readonly<Record<string, RequestListener>> = {
    'with only a body': (_, response) => response.end('body'),
    'with only a status': (_, response) => response.writeHead(204).end(),
    'with a status message': (_, response) =>
      response.writeHead(404, 'Nothing here', { 'content-type': 'text/html' }).end('<p>'),
    'with headers given in pairs': (_, response) =>
      response.writeHead(200, ['content-type', 'text/html']).end('<p>'),
    'that is streamed': (_, response) => {
      response.flushHeaders();
      response.end('body');
    },
  };

  test.each(Object.entries(ways))(
    'a response %s has the security headers',
    async (_way, answer) => {
      const { headers } = await fetch(await listen(answer));
      expect(Object.fromEntries(headers)).toMatchObject(GUARDED);
    },
  );

  test.each([
    ['a malformed header line', 400, 'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n'],
    ['no Host', 400, 'GET / HTTP/1.1\r\n\r\n'],
    ['two Hosts', 400, 'GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n'],
    ['the version HTTP/0.9', 400, 'GET /\r\n\r\n'],
    ['another version', 400, 'GET / HTTP/2.0\r\nHost: x\r\n\r\n'],
    ['the target *', 400, 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a target that is no path', 400, 'GET * HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a URL of another scheme', 400, 'GET ftp://x/ HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a URL without a host', 400, 'GET http:///x HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a URL with a bad port', 400, 'GET http://x:99999/ HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['headers too large', 431, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    [
      'an expectation',
      417,
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: wine\r\nConnection: close\r\n\r\n',
    ],
  ])(
    'a response to a request with %s has the security headers (status %i)',
    async (_what, status, request) => {
      const answer = await sendRawRequest(await listen((_, response) => response.end()), request);
      expect(statusesOf(answer)).toEqual([status]);
      const wanted = Object.entries(GUARDED).map(([name, value]) => [name, value.toLowerCase()]);
      expect(fieldsOf(answer)).toMatchObject({
        ...Object.fromEntries(wanted),
        connection: 'close',
      });
    },
  );
});

test('a response keeps a security header that its route has set', async () => {
  const own = {
    'content-security-policy': "script-src 'nonce-x'",
    'referrer-policy': 'no-referrer',
  };
  const site = await listen((_, response) => {
    response.setHeaders(new Map(Object.entries(own)));
    response.end();
  });
  const { headers } = await fetch(site);
  expect(Object.fromEntries(headers)).toMatchObject({ ...GUARDED, ...own });
});

test('a page that sites may frame has no X-Frame-Options', async () => {
  for (const [frames, field] of [
    ['https://shop.example', null],
    ["'self'", null],
    ["'none'", 'DENY'],
  ] as const) {
    const policy = `default-src 'self'; frame-ancestors ${frames}`;
    // Next.js sets the headers of a route handler's response as lists.
    for (const value of [policy, [policy]]) {
      const site = await listen((_, response) => {
        response.setHeader('content-security-policy', value);
        response.end();
      });
      expect((await fetch(site)).headers.get('x-frame-options'), frames).toBe(field);
      server.http.close();
    }
  }
});

test('a malformed request writes nothing into the response of an earlier request', async () => {
  const site = await listen((_, response) => {
    response.writeHead(200, { 'content-length': 10 });
    response.write('begin');
  });
  const connection = await openConnection(site);
  connection.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await until('the answer begins', () => connection.received().includes('begin'));
  connection.write('what is this\r\n\r\n');
  expect(statusesOf(await connection.closed())).toEqual([200]);
});
