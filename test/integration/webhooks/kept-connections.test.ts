import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { reset } from '@/test/support/keep-alive-server';
import {
  closeServersAndPools,
  connectionNumbers,
  FAILURE_RESPONSE,
  LONG_IDLE,
  newPool,
  OK_RESPONSE,
  postOverPool,
  startTrackedServer,
  TLS_OPTIONS,
} from '@/test/support/keeping';
import { LONG_LIMITS } from '@/test/support/long-limits';
import { until } from '@/test/support/wait';

afterEach(closeServersAndPools);

describe.each([
  ['HTTP', undefined],
  ['HTTPS', TLS_OPTIONS],
])('over %s', (_what, tls) => {
  const secure = tls !== undefined;

  test('consecutive webhooks to an endpoint use the same connection', async () => {
    const server = await startTrackedServer(OK_RESPONSE, { tls });
    const pool = newPool();
    const first = await postOverPool(server.url, pool);
    expect(first).toMatchObject({
      ok: true,
      timings: { connectMs: expect.any(Number), tlsMs: secure ? expect.any(Number) : null },
    });
    for (let i = 0; i < 5; i += 1) {
      const next = await postOverPool(`${server.url}other?i=${i}`, pool);
      expect(next).toMatchObject({
        ok: true,
        status: 200,
        remoteAddress: '127.0.0.1',
        bodyHead: Buffer.from('ok'),
        timings: { connectMs: null, tlsMs: null, firstByteMs: expect.any(Number) },
      });
    }
    expect(connectionNumbers(server)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(server.requests.map(({ head }) => /^connection:/im.test(head))).not.toContain(true);
  });

  test('concurrent webhooks each use a connection of their own, of which up to eight are kept', async () => {
    const waiting: Socket[] = [];
    const server = await startTrackedServer(
      (socket) => {
        waiting.push(socket);
        if (waiting.length < 12) return;
        for (const one of waiting.splice(0)) one.write(OK_RESPONSE);
      },
      { tls },
    );
    const pool = newPool();
    const all = () => Promise.all(Array.from({ length: 12 }, () => postOverPool(server.url, pool)));
    expect((await all()).map(({ ok }) => ok)).not.toContain(false);
    expect([server.connections, pool.idle]).toEqual([12, 8]);
    expect((await all()).map(({ ok }) => ok)).not.toContain(false);
    expect([server.connections, pool.idle]).toEqual([16, 8]);
  });

  test.each<[string, (socket: Socket) => void]>([
    ['ended', (socket) => socket.end()],
    ['was reset', reset],
  ])('an idle connection that %s is not reused', async (_how, end) => {
    const server = await startTrackedServer(OK_RESPONSE, { tls });
    const pool = newPool();
    await postOverPool(server.url, pool);
    for (const socket of server.open) end(socket);
    await until('the connection is closed here too', () => pool.idle === 0);
    expect(await postOverPool(server.url, pool)).toMatchObject({ ok: true });
    expect(connectionNumbers(server)).toEqual([1, 2]);
  });

  test.each<[string, (socket: Socket) => void]>([
    ['ends', (socket) => socket.end()],
    ['is reset', reset],
  ])('a webhook is sent again if the kept connection %s before a response', async (_how, end) => {
    const server = await startTrackedServer(
      (socket, nth) => (nth === 2 ? end(socket) : socket.write(OK_RESPONSE)),
      {
        tls,
      },
    );
    const pool = newPool();
    await postOverPool(server.url, pool);
    expect(await postOverPool(server.url, pool)).toMatchObject({
      ok: true,
      status: 200,
      fault: undefined,
      timings: {
        connectMs: expect.any(Number),
        tlsMs: secure ? expect.any(Number) : null,
        resent: true,
      },
    });
    expect(connectionNumbers(server)).toEqual([1, 1, 2]);
    expect(new Set(server.requests.map(({ head }) => head)).size).toBe(1);
  });

  test('if a kept connection breaks, the webhook is sent a second time, but not a third time', async () => {
    const server = await startTrackedServer(
      (socket, nth) => (nth > 1 ? socket.end() : socket.write(OK_RESPONSE)),
      {
        tls,
      },
    );
    const pool = newPool();
    await postOverPool(server.url, pool);
    expect(await postOverPool(server.url, pool)).toMatchObject({
      ok: false,
      fault: { kind: 'reset' },
    });
    expect([connectionNumbers(server), pool.idle]).toEqual([[1, 1, 2], 0]);
  });

  test('if a kept connection breaks and a new connection fails, the attempt is recorded without an address', async () => {
    const server = await startTrackedServer(
      (socket, nth) => {
        if (nth === 1) socket.write(OK_RESPONSE);
        else void server.close();
      },
      { tls },
    );
    const pool = newPool();
    await postOverPool(server.url, pool);
    expect(await postOverPool(server.url, pool)).toMatchObject({
      status: null,
      remoteAddress: null,
      fault: { kind: 'connect', code: 'ECONNREFUSED' },
    });
    expect(connectionNumbers(server)).toEqual([1, 1]);
  });

  test('an unsolicited response on an idle connection is never treated as a webhook’s response', async () => {
    const server = await startTrackedServer(
      (socket, nth) => socket.write(nth === 1 ? OK_RESPONSE : FAILURE_RESPONSE),
      { tls },
    );
    const pool = newPool();
    await postOverPool(server.url, pool);
    for (const socket of server.open) socket.write(OK_RESPONSE);
    await until('the connection is closed', () => pool.idle === 0);
    expect(await postOverPool(server.url, pool)).toMatchObject({ ok: false, status: 500 });
    expect(connectionNumbers(server)).toEqual([1, 2]);
  });

  test('an unsolicited response that has not been read yet is never treated as a webhook’s response', async () => {
    const server = await startTrackedServer(
      (socket, nth) => socket.write(nth === 1 ? OK_RESPONSE : FAILURE_RESPONSE),
      { tls },
    );
    const pool = newPool();
    await postOverPool(server.url, pool);
    expect(pool.idle).toBe(1);
    // The bytes arrive before the next webhook starts, but this process has not read them yet.
    for (const socket of server.open) socket.write(OK_RESPONSE);
    expect(await postOverPool(server.url, pool)).toMatchObject({ ok: false, status: 500 });
    expect(connectionNumbers(server)).toEqual([1, 2]);
  });

  test('a late response is never treated as the response to the next webhook', async () => {
    let late: Socket | undefined;
    const server = await startTrackedServer(
      (socket, nth) => {
        if (nth === 1) late = socket;
        else socket.write(FAILURE_RESPONSE);
      },
      { tls },
    );
    const pool = newPool();
    const hung = await postOverPool(server.url, pool, {
      limits: { ...LONG_LIMITS, firstByteMs: 100 },
    });
    expect(hung).toMatchObject({ fault: { kind: 'timeout', stage: 'first_byte' } });
    late?.write(OK_RESPONSE);
    expect(await postOverPool(server.url, pool)).toMatchObject({ ok: false, status: 500 });
    expect(connectionNumbers(server)).toEqual([1, 2]);
  });

  test('idle connections are closed after their time limit', async () => {
    const server = await startTrackedServer(OK_RESPONSE, { tls });
    const pool = newPool({ ...LONG_IDLE, idleMs: 50 });
    await postOverPool(server.url, pool);
    await until('the server sees the end', () => server.open.size === 0);
    expect(pool.idle).toBe(0);
  });

  test('a shutdown closes all idle connections and keeps no new connections', async () => {
    const server = await startTrackedServer(OK_RESPONSE, { tls });
    const pool = newPool();
    await Promise.all([postOverPool(server.url, pool), postOverPool(server.url, pool)]);
    pool.close();
    await until('the server sees the end', () => server.open.size === 0);
    expect(await postOverPool(server.url, pool)).toMatchObject({ ok: true });
    expect(server.requests.at(-1)?.head).toMatch(/\r\nConnection: close$/);
    expect(pool.idle).toBe(0);
  });
});

describe('a webhook is not sent again over another connection', () => {
  test.each<[string, string]>([
    ['after the first byte of a response', 'H'],
    ['after an interim response', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['after a line break', '\r\n'],
  ])('a webhook is not sent again over another connection %s', async (_what, text) => {
    const server = await startTrackedServer((socket, nth) =>
      nth === 1 ? socket.write(OK_RESPONSE) : socket.end(text),
    );
    const pool = newPool();
    await postOverPool(server.url, pool);
    expect(await postOverPool(server.url, pool)).toMatchObject({
      ok: false,
      fault: { kind: 'reset' },
    });
    expect(connectionNumbers(server)).toEqual([1, 1]);
  });

  test('after a timeout on a kept connection, the webhook is not repeated, and the endpoint’s idle connections are closed', async () => {
    const server = await startTrackedServer(
      (socket, nth) => nth !== 3 && socket.write(OK_RESPONSE),
    );
    const pool = newPool();
    await Promise.all([postOverPool(server.url, pool), postOverPool(server.url, pool)]);
    expect(pool.idle).toBe(2);
    const limits = { ...LONG_LIMITS, firstByteMs: 100 };
    expect(await postOverPool(server.url, pool, { limits })).toMatchObject({
      fault: { kind: 'timeout', stage: 'first_byte' },
      timings: { connectMs: null },
    });
    expect([server.requests.length, pool.idle]).toEqual([3, 0]);
  });
});

test('at the limit of idle connections, a further connection is closed after its response', async () => {
  const ends = await Promise.all(Array.from({ length: 4 }, () => startTrackedServer(OK_RESPONSE)));
  const pool = newPool({ ...LONG_IDLE, total: 3 });
  for (const { url } of ends) await postOverPool(url, pool);
  expect(pool.idle).toBe(3);
  await until('the last is closed', () => ends[3]?.open.size === 0);
  expect(ends.map(({ open }) => open.size)).toEqual([1, 1, 1, 0]);
});
