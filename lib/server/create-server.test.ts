import { once } from 'node:events';
import { type RequestListener, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { openConnection, statusesOf } from '@/test/support/raw-exchange';
import { until } from '@/test/support/wait';
import { createWebServer, type WebServer, type WebServerLimits } from './create-server';

const HTTP = new URL('http://localhost/');
/** Time limit that is far below the time for which an idle connection stays open. */
const IMMEDIATE_MS = 30_000;

const echo: RequestListener = async (asked, response) => {
  response.end(`${asked.method} ${await text(asked)}`);
};

let server: WebServer;
let port: number;
afterEach(() => {
  server.http.closeAllConnections();
  server.http.close();
});

async function listen(answer: RequestListener, limits?: WebServerLimits, appUrl = HTTP) {
  server = createWebServer(answer, [appUrl], limits);
  await once(server.http.listen(0, '127.0.0.1'), 'listening');
  port = (server.http.address() as AddressInfo).port;
  return `http://127.0.0.1:${port}`;
}

describe('a connection', () => {
  async function open(): Promise<{ socket: Socket; closed: Promise<unknown> }> {
    const socket = connect(port, '127.0.0.1').resume();
    await once(socket, 'connect');
    return { socket, closed: once(socket, 'close') };
  }

  test('after a request, an idle connection stays open for more than a minute', async () => {
    const { headers } = await fetch(await listen(echo));
    const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThan(60);
  });

  test(
    'a connection delays the server’s shutdown only while a request is in progress',
    async () => {
      let answer = () => {};
      await listen((_, response) => {
        answer = () => response.end('done');
        server.endConnections();
      });
      const [busy, silent] = await Promise.all([open(), open()]);
      const asked = once(server.http, 'request');
      busy.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await asked;
      const ended = server.close();
      await silent.closed;
      expect(busy.socket.readyState).toBe('open');
      answer();
      await Promise.all([busy.closed, ended]);
    },
    IMMEDIATE_MS,
  );

  test('a connection closes with its next response after endConnections()', async () => {
    const site = await listen(echo);
    expect((await fetch(site)).headers.get('connection')).toBe('keep-alive');
    server.endConnections();
    expect((await fetch(site)).headers.get('connection')).toBe('close');
  });
});

describe('a response', () => {
  const SIZE = 20_000_000;
  /** Sends a request without reading the response. */
  async function ask(): Promise<Socket> {
    const socket = connect(port, '127.0.0.1').pause();
    const asked = once(server.http, 'request');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await asked;
    return socket;
  }

  test(
    'a response that is still being sent is completed before the server closes',
    async () => {
      await listen((_, response) => response.end(Buffer.alloc(SIZE)));
      const socket = await ask();
      server.endConnections();
      const closed = server.close();
      const [{ length }] = await Promise.all([buffer(socket), closed]);
      expect(length).toBeGreaterThan(SIZE);
    },
    IMMEDIATE_MS,
  );

  test.each([
    ['of one piece', (response: ServerResponse) => response.end(Buffer.alloc(SIZE))],
    ['of a stream', (response: ServerResponse) => Readable.from(pieces()).pipe(response)],
  ])(
    'a client that does not read a response %s delays the shutdown for a limited time only',
    async (_what, give) => {
      await listen((_, response) => give(response), { lastAnswersTimeout: 200 });
      const socket = await ask();
      await server.close();
      socket.destroy();
    },
    IMMEDIATE_MS,
  );

  function* pieces() {
    for (let sent = 0; sent < SIZE; sent += 65_536) yield Buffer.alloc(65_536);
  }
});

describe('a slow request', () => {
  const limits = {
    headersTimeout: 100,
    requestTimeout: 200,
    connectionsCheckingInterval: 20,
    lastAnswersTimeout: 200,
  };

  test.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n'],
  ])('a request with endless %s sent slowly is cut off with 408', async (_what, beginning) => {
    const site = await listen((asked, response) => {
      asked.resume().on('end', () => response.end('done'));
    }, limits);
    const connection = await openConnection(site);
    connection.write(beginning);
    // The next byte is written only after all input was read, because a write to a closed
    // connection would lose the response.
    const drip = setInterval(() => setImmediate(() => connection.write('a')), 10);
    const answer = await connection.closed();
    clearInterval(drip);
    expect(statusesOf(answer)).toEqual([408]);
  });

  test.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n'],
  ])(
    'a slow request with endless %s does not prevent the server’s shutdown',
    async (_what, beginning) => {
      // Node no longer checks for slow requests once a server has begun to close.
      const site = await listen((asked) => asked.resume(), limits);
      const arrived = once(server.http, 'connection');
      const connection = await openConnection(site);
      connection.write(beginning);
      const [socket] = await arrived;
      await until('its first bytes arrive', () => socket.bytesRead > 0);
      await server.close();
      await connection.closed();
    },
    IMMEDIATE_MS,
  );

  test('a response may take longer than the time limit for receiving a request', async () => {
    const site = await listen((_, response) => {
      response.write('beginning');
      setTimeout(() => response.end(' and end'), 400);
    }, limits);
    expect(await (await fetch(site)).text()).toBe('beginning and end');
  });
});

describe('an upgrade to another protocol', () => {
  /**
   * Offers HTTP/2 in a plain HTTP request, as Java's HttpClient does by default, and curl with
   * --http2.
   */
  async function offer(protocol: string): Promise<{ status: number | undefined; body: string }> {
    const asked = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      headers: {
        connection: 'Upgrade, HTTP2-Settings',
        upgrade: protocol,
        'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
        'content-length': 5,
      },
    });
    asked.end('order');
    const [answer] = await once(asked, 'response');
    return { status: answer.statusCode, body: await text(answer) };
  }

  test.each(['h2c', 'websocket'])(
    'an upgrade to %s is ignored, and the request gets its normal response',
    async (protocol) => {
      await listen(echo);
      expect(await offer(protocol)).toEqual({ status: 200, body: 'POST order' });
    },
  );

  test('an upgrade is ignored even after an earlier connection closed without a request', async () => {
    await listen(echo);
    const socket = new Socket().connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
    expect((await offer('h2c')).status).toBe(200);
  });
});

test('responses have HSTS if and only if the public address is https', async () => {
  const field = 'strict-transport-security';
  expect((await fetch(await listen(echo))).headers.get(field)).toBeNull();
  server.http.close();
  const secure = await listen(echo, {}, new URL('https://pay.example.com/'));
  expect((await fetch(secure)).headers.get(field)).toBe('max-age=31536000');
});
