import { readFileSync } from 'node:fs';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Resolve } from '@/lib/webhooks/resolve-host';
import { EXCHANGE_LIMITS, type SendOptions, send } from '@/lib/webhooks/send';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { countSockets } from '@/test/support/sockets';

const NOW = new Date('2026-01-01T00:00:00Z');
const BODY = '{"version":"1","text":"Bücher ₿"}';
const IMPATIENT = { ...EXCHANGE_LIMITS, firstByteMs: 100, tlsMs: 100, totalMs: 400 };
const CERTIFICATE = readFileSync('test/vectors/webhooks/tls/certificate.pem', 'utf8');
const KEY = readFileSync('test/vectors/webhooks/tls/key.pem', 'utf8');

const loopback: Resolve = async () => ['127.0.0.1'];

let receiver: Receiver;
const servers: Server[] = [];

beforeEach(async () => {
  receiver = await startReceiver();
});

afterEach(async () => {
  await receiver.close();
  for (const server of servers.splice(0)) server.close();
});

function post(url = receiver.url('/hook?key=1'), options: Partial<SendOptions> = {}) {
  return send(
    { url, body: BODY, headers: { 'X-Service-Event-Id': 'evt_1' } },
    { policy: { allowPrivate: true }, now: NOW, ...options },
  );
}

/** A TCP server that is no web server; answers its port. */
async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function rawServer(onData: (socket: Socket) => void): Promise<number> {
  return listen(
    createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => onData(socket));
    }),
  );
}

describe('a receiver that takes the webhook', () => {
  test('gets the exact bytes, path and headers in one POST', async () => {
    const result = await post();
    expect(result).toMatchObject({ ok: true, status: 204, remoteAddress: '127.0.0.1' });
    expect(result.fault).toBeUndefined();
    expect(receiver.requests).toHaveLength(1);
    const [request] = receiver.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/hook?key=1',
      headers: {
        host: `127.0.0.1:${receiver.port}`,
        'content-length': String(Buffer.byteLength(BODY)),
        connection: 'close',
        'x-service-event-id': 'evt_1',
      },
    });
    expect(request?.body.toString('utf8')).toBe(BODY);
    expect(request?.headerNames).toContain('X-Service-Event-Id');
    expect(request?.headers).not.toHaveProperty('cookie');
  });

  test('gets every webhook over a connection of its own', async () => {
    const sockets = await countSockets(async () => {
      await post();
      await post();
    });
    expect([sockets, receiver.connections]).toEqual([2, 2]);
  });

  test.each([200, 201, 202, 204, 299])('succeeds with %i', async (status) => {
    receiver.respond({ status });
    expect(await post()).toMatchObject({ ok: true, status });
  });

  test('has its timings, headers without cookies and the start of its body kept', async () => {
    const body = 'x'.repeat(10_000);
    receiver.respond({ status: 200, headers: { 'x-one': '1', 'set-cookie': 'session=1' }, body });
    const result = await post();
    expect(result.headers).toMatchObject({ 'x-one': '1' });
    expect(result.headers).not.toHaveProperty('set-cookie');
    expect(result.bodyHead.toString()).toBe('x'.repeat(4_096));
    const { dnsMs, connectMs, tlsMs, firstByteMs, totalMs } = result.timings;
    expect([dnsMs, connectMs, firstByteMs, totalMs]).toEqual(new Array(4).fill(expect.any(Number)));
    expect(tlsMs).toBeNull();
  });

  test('succeeds with an endless body, of which no more than 16 KiB is read', async () => {
    receiver.respond({ status: 200, body: Buffer.alloc(5_000_000, 'y') });
    const result = await post();
    expect(result).toMatchObject({ ok: true, status: 200 });
    expect(result.bodyHead).toHaveLength(4_096);
  });

  test('keeps no more than 8 KiB of headers', async () => {
    const headers = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`x-${i}`, 'z'.repeat(1_000)]),
    );
    receiver.respond({ status: 200, headers });
    const kept = JSON.stringify((await post()).headers);
    expect(kept.length).toBeLessThan(9_000);
  });
});

describe('a receiver that does not', () => {
  test('hangs: the try ends with the stage it hung in', async () => {
    receiver.respond('hang');
    expect(await post(undefined, { limits: IMPATIENT })).toMatchObject({
      ok: false,
      status: null,
      fault: { kind: 'timeout', stage: 'first_byte' },
    });
  });

  test('drips its body: the whole exchange has one limit, and a 200 that never ends fails', async () => {
    receiver.respond('drip');
    expect(await post(undefined, { limits: IMPATIENT })).toMatchObject({
      ok: false,
      status: 200,
      fault: { kind: 'timeout', stage: 'body' },
    });
  });

  test('drips its headers: they have to be whole in time', async () => {
    const port = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('X-More: 1\r\n'), 20);
      socket.once('close', () => clearInterval(timer));
    });
    expect(await post(`http://127.0.0.1:${port}/`, { limits: IMPATIENT })).toMatchObject({
      fault: { kind: 'timeout', stage: 'first_byte' },
    });
  });

  test('resets the connection', async () => {
    receiver.respond('reset');
    expect(await post()).toMatchObject({
      ok: false,
      status: null,
      fault: { kind: 'reset', stage: 'first_byte', code: 'ECONNRESET' },
    });
  });

  test('breaks off within its body: a 200 that was cut fails', async () => {
    receiver.respond('cut');
    const result = await post();
    expect(result).toMatchObject({
      ok: false,
      status: 200,
      fault: { kind: 'reset', stage: 'body' },
    });
    expect(result.bodyHead.toString()).toBe('the beginning');
  });

  test('redirects: the Location is kept, and nobody is sent there', async () => {
    const other = await startReceiver();
    receiver.respond({ status: 307, headers: { location: other.url('/moved') } });
    const result = await post();
    expect(result).toMatchObject({
      ok: false,
      status: 307,
      headers: { location: other.url('/moved') },
    });
    expect(other.connections).toBe(0);
    await other.close();
  });

  test('is away: says in seconds or as a date when to come back', async () => {
    receiver.respond({ status: 503, headers: { 'retry-after': '120' } });
    expect(await post()).toMatchObject({ ok: false, status: 503, retryAfterMs: 120_000 });
    receiver.respond({ status: 429, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' } });
    expect(await post()).toMatchObject({ ok: false, status: 429, retryAfterMs: 60_000 });
  });

  test('refuses connections', async () => {
    const { port } = receiver;
    await receiver.close();
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      remoteAddress: null,
      fault: { kind: 'connect', code: 'ECONNREFUSED' },
    });
  });

  test.each([
    ['SSH', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['endless headers', `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
    [
      'a switch of protocols',
      'HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    ],
  ])('answers with %s', async (_what, text) => {
    const port = await rawServer((socket) => socket.write(text));
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      ok: false,
      fault: { kind: 'not_http' },
    });
  });
});

describe('the connection', () => {
  test('goes to the address that was checked, whatever DNS says a moment later', async () => {
    const other = await startReceiver('127.0.0.2', receiver.port);
    const given: string[] = [];
    const rebinding: Resolve = async () => {
      const next = given.length === 0 ? '127.0.0.1' : '127.0.0.2';
      given.push(next);
      return [next];
    };
    const result = await post(`http://shop.example.com:${receiver.port}/`, { resolve: rebinding });
    expect(result).toMatchObject({ ok: true, remoteAddress: '127.0.0.1' });
    expect([given, other.connections]).toEqual([['127.0.0.1'], 0]);
    await other.close();
  });

  test('keeps the name of the URL in its Host header', async () => {
    await post(`http://shop.example.com:${receiver.port}/`, { resolve: loopback });
    expect(receiver.requests[0]?.headers.host).toBe(`shop.example.com:${receiver.port}`);
  });

  test('tries the next checked address when one refuses', async () => {
    const result = await post(`http://shop.example.com:${receiver.port}/`, {
      resolve: async () => ['127.0.0.3', '127.0.0.1'],
    });
    expect(result).toMatchObject({ ok: true, remoteAddress: '127.0.0.1' });
  });

  test('uses no proxy of the environment', async () => {
    const proxy = await startReceiver();
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) {
      vi.stubEnv(name, proxy.url());
    }
    expect(await post()).toMatchObject({ ok: true });
    expect(proxy.connections).toBe(0);
    await proxy.close();
  });

  test('is not opened when the name has no answer in time', async () => {
    const sockets = await countSockets(async () => {
      const result = await post('http://shop.example.com/', {
        resolve: () => new Promise(() => {}),
        limits: { ...EXCHANGE_LIMITS, dnsMs: 20 },
      });
      expect(result).toMatchObject({ fault: { kind: 'timeout', stage: 'dns' } });
    });
    expect(sockets).toBe(0);
  });
});

describe('over TLS', () => {
  let port: number;
  const seen: { host: string | undefined; servername: unknown }[] = [];

  beforeEach(async () => {
    seen.length = 0;
    port = await listen(
      createHttps({ cert: CERTIFICATE, key: KEY }, (request, response) => {
        const { servername } = request.socket as Socket & { servername?: unknown };
        seen.push({ host: request.headers.host, servername });
        response.writeHead(204).end();
      }),
    );
  });

  const over = (name: string, ca?: string) =>
    post(`https://${name}:${port}/`, { resolve: loopback, ca });

  test('the certificate and the server name are those of the URL, not of the address', async () => {
    const result = await over('shop.example.com', CERTIFICATE);
    expect(result).toMatchObject({ ok: true, timings: { tlsMs: expect.any(Number) } });
    expect(seen).toEqual([{ host: `shop.example.com:${port}`, servername: 'shop.example.com' }]);
  });

  test('an address in the URL is compared with the certificate', async () => {
    expect(await over('127.0.0.1', CERTIFICATE)).toMatchObject({ ok: true });
    expect(seen).toEqual([{ host: `127.0.0.1:${port}`, servername: false }]);
  });

  test('a certificate that nobody vouches for ends the try before a byte is sent', async () => {
    expect(await over('shop.example.com')).toMatchObject({
      status: null,
      fault: { kind: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    });
    expect(seen).toEqual([]);
  });

  test('a certificate for another name ends it too', async () => {
    expect(await over('other.example.com', CERTIFICATE)).toMatchObject({
      fault: { kind: 'tls', code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    });
    expect(seen).toEqual([]);
  });

  test('a port that speaks plain HTTP is a TLS fault', async () => {
    const result = await post(`https://127.0.0.1:${receiver.port}/`);
    expect(result).toMatchObject({ fault: { kind: 'tls' } });
  });

  test('a handshake that hangs is cut at its own limit', async () => {
    const silent = await listen(createServer((socket) => socket.on('error', () => {}).resume()));
    const result = await post(`https://127.0.0.1:${silent}/`, { limits: IMPATIENT });
    expect(result).toMatchObject({ fault: { kind: 'timeout', stage: 'tls' } });
  });
});
