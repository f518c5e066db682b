import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SendOptions, send } from '@/lib/webhooks/transport/send';
import { LONG_LIMITS } from '@/test/support/long-limits';
import { type RawServer, startRawServer } from '@/test/support/raw-server';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { countSockets } from '@/test/support/sockets';

const NOW = new Date('2026-01-01T00:00:00Z');
const BODY = '{"version":"1","text":"Bücher ₿"}';
const SHORT_LIMITS = { ...LONG_LIMITS, firstByteMs: 100 };

let receiver: Receiver;
const servers: RawServer[] = [];

beforeEach(async () => {
  receiver = await startReceiver();
});

afterEach(async () => {
  await receiver.close();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

function post(url = receiver.url('/hook?key=1'), options: Partial<SendOptions> = {}) {
  return send(
    { url, body: BODY, headers: { 'X-Service-Event-Id': 'evt_1' } },
    { policy: { allowPrivate: true }, now: NOW, limits: LONG_LIMITS, ...options },
  );
}

/** A TCP server, which can send what no HTTP server would. */
async function rawUrl(onRequest: (socket: Socket) => void): Promise<string> {
  const server = await startRawServer(onRequest);
  servers.push(server);
  return server.url;
}

describe('an endpoint that accepts the webhook', () => {
  test('an accepting endpoint gets one POST with the exact bytes, path and headers', async () => {
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

  test('an accepting endpoint gets every webhook over a new connection', async () => {
    const sockets = await countSockets(async () => {
      await post();
      await post();
    });
    expect([sockets, receiver.connections]).toEqual([2, 2]);
  });

  test.each([200, 201, 202, 204, 299])(
    'an accepting endpoint may respond with status %i',
    async (status) => {
      receiver.respond({ status });
      expect(await post()).toMatchObject({ ok: true, status });
    },
  );

  test('an accepted attempt’s record has timings, headers without cookies, and the start of the body', async () => {
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

  test('an accepting endpoint may send an endless response body, which is cut after 16 KiB', async () => {
    const url = await rawUrl((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const pour = () => {
        while (!socket.destroyed && socket.write('y'.repeat(1_024)));
      };
      socket.on('drain', pour);
      pour();
    });
    const result = await post(url);
    expect(result).toMatchObject({ ok: true, status: 200 });
    expect(result.bodyHead.toString()).toBe('y'.repeat(4_096));
  });

  test('an accepting endpoint may send its response body slowly, and only one second of it is read', async () => {
    receiver.respond('drip');
    const limits = { ...LONG_LIMITS, restMs: 100 };
    expect(await post(undefined, { limits })).toMatchObject({
      ok: true,
      status: 200,
      responseEnd: 'stalled',
    });
  });

  test('an accepting endpoint may truncate its response body, and the received part is recorded', async () => {
    receiver.respond({ status: 200, cut: true });
    const result = await post();
    expect(result).toMatchObject({ ok: true, status: 200, responseEnd: 'cut_off' });
    expect(result.bodyHead.toString()).toBe('the beginning');
  });

  test('the record of an accepted attempt contains no more than 8 KiB of headers', async () => {
    const headers = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`x-${i}`, 'z'.repeat(1_000)]),
    );
    receiver.respond({ status: 200, headers });
    const kept = JSON.stringify((await post()).headers);
    expect(kept.length).toBeLessThan(9_000);
  });
});

describe('an attempt fails', () => {
  test('an attempt fails if the endpoint hangs, and its record states the stage of the hang', async () => {
    receiver.respond('hang');
    expect(await post(undefined, { limits: SHORT_LIMITS })).toMatchObject({
      ok: false,
      status: null,
      fault: { kind: 'timeout', stage: 'first_byte' },
    });
  });

  test('an attempt fails if the endpoint sends only interim responses and no final status in time', async () => {
    const url = await rawUrl((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 102 Wait\r\n\r\n'), 20);
      socket.once('close', () => clearInterval(timer));
    });
    expect(await post(url, { limits: SHORT_LIMITS })).toMatchObject({
      status: null,
      fault: { kind: 'timeout', stage: 'first_byte' },
    });
  });

  test('an attempt fails if the status line is delayed beyond the total time limit', async () => {
    receiver.respond('hang');
    expect(await post(undefined, { limits: { ...LONG_LIMITS, totalMs: 100 } })).toMatchObject({
      status: null,
      fault: { kind: 'timeout', stage: 'first_byte' },
    });
  });

  test('an attempt fails if the endpoint resets the connection', async () => {
    receiver.respond('reset');
    expect(await post()).toMatchObject({
      ok: false,
      status: null,
      fault: { kind: 'reset', code: 'ECONNRESET' },
    });
  });

  test('an attempt fails if the endpoint redirects, and nothing is sent to the recorded Location', async () => {
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

  test('an attempt fails if the endpoint is unavailable, and the Retry-After is recorded', async () => {
    receiver.respond({ status: 503, headers: { 'retry-after': '120' } });
    expect(await post()).toMatchObject({ ok: false, status: 503, retryAfterMs: 120_000 });
    receiver.respond({ status: 429, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' } });
    expect(await post()).toMatchObject({ ok: false, status: 429, retryAfterMs: 60_000 });
  });

  test('an attempt fails if the endpoint refuses connections', async () => {
    const { port } = receiver;
    await receiver.close();
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      remoteAddress: null,
      fault: { kind: 'connect', code: 'ECONNREFUSED' },
    });
  });

  test.each([
    ['SSH', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['an endless status line', `HTTP/1.1 ${'x'.repeat(70_000)}`],
    [
      'a switch of protocols',
      'HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    ],
  ])('an attempt fails if the endpoint responds with %s', async (_what, text) => {
    const url = await rawUrl((socket) => socket.write(text));
    expect(await post(url)).toMatchObject({
      ok: false,
      fault: { kind: 'not_http' },
    });
  });
});
