import { afterEach, describe, expect, test } from 'vitest';
import {
  CHUNKED_HEAD,
  closeServersAndPools,
  connectionNumbers,
  FAILURE_RESPONSE,
  newPool,
  OK_RESPONSE,
  postOverPool,
  startTrackedServer,
} from '@/test/support/keeping';
import { LONG_LIMITS } from '@/test/support/long-limits';
import { until } from '@/test/support/wait';

afterEach(closeServersAndPools);

describe('a connection is kept after', () => {
  test.each([
    ['a 204', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['a 204 with a length of 0', 'HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n'],
    ['an empty body', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['a response without a reason phrase', 'HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n'],
    ['chunks', `${CHUNKED_HEAD}2\r\nok\r\n1\r\n!\r\n0\r\n\r\n`],
    ['an error', FAILURE_RESPONSE],
    [
      'a Keep-Alive header',
      OK_RESPONSE.replace('\r\n\r\n', '\r\nKeep-Alive: timeout=60, max=9\r\n\r\n'),
    ],
  ])('a connection is kept after %s', async (_what, text) => {
    const server = await startTrackedServer(text);
    const pool = newPool();
    const [first, second] = [
      await postOverPool(server.url, pool),
      await postOverPool(server.url, pool),
    ];
    expect(second).toMatchObject({ status: first.status, responseEnd: 'complete' });
    expect(connectionNumbers(server)).toEqual([1, 1]);
  });

  test('a connection is kept after a response that arrives byte by byte', async () => {
    const server = await startTrackedServer((socket) => {
      const next = (at: number) => {
        if (at < OK_RESPONSE.length)
          socket.write(OK_RESPONSE.charAt(at), () => setImmediate(next, at + 1));
      };
      next(0);
    });
    const pool = newPool();
    await postOverPool(server.url, pool);
    expect(await postOverPool(server.url, pool)).toMatchObject({ bodyHead: Buffer.from('ok') });
    expect(connectionNumbers(server)).toEqual([1, 1]);
  });
});

const withHeader = (...lines: string[]) =>
  OK_RESPONSE.replace('\r\n\r\n', `\r\n${lines.join('\r\n')}\r\n\r\n`);

describe('a connection is not reused after', () => {
  test.each<[string, string]>([
    ['Connection: close', withHeader('Connection: Close')],
    ['close among other options', withHeader('Connection: keep-alive, close')],
    ['HTTP/1.0', OK_RESPONSE.replace('1.1', '1.0')],
    ['a Keep-Alive of one second', withHeader('Keep-Alive: timeout=1')],
    ['a Keep-Alive of none', withHeader('keep-alive: timeout=0, max=3')],
  ])('a connection is never reused after %s', async (_what, text) => {
    const server = await startTrackedServer((socket, nth) =>
      socket.write(nth === 1 ? text : FAILURE_RESPONSE),
    );
    const pool = newPool();
    const first = await postOverPool(server.url, pool);
    expect([first.ok, pool.idle]).toEqual([true, 0]);
    expect(await postOverPool(server.url, pool)).toMatchObject({ ok: false, status: 500 });
    expect(connectionNumbers(server)).toEqual([1, 2]);
    await until('the first connection is closed', () => server.open.size === 1);
  });

  test('a connection is not reused if the response arrived before the whole request was sent', async () => {
    const server = await startTrackedServer(FAILURE_RESPONSE);
    const pool = newPool();
    const asked = postOverPool(server.url, pool, { body: 'x'.repeat(8_000_000) });
    await until('it has connected', () => server.open.size === 1);
    for (const socket of server.open) socket.pause().write(OK_RESPONSE);
    expect(await asked).toMatchObject({ ok: true });
    expect(pool.idle).toBe(0);
  });
});

describe('the next webhook gets its own response after', () => {
  test.each<[string, string]>([
    ['HTTP/1.0 with keep-alive', withHeader('Connection: keep-alive').replace('1.1', '1.0')],
    ['lines that end with LF', OK_RESPONSE.replaceAll('\r\n', '\n')],
    ['one line that ends with LF', OK_RESPONSE.replace('OK\r\n', 'OK\n')],
    ['a space before the colon', OK_RESPONSE.replace('Length:', 'Length :')],
    ['a folded header value', withHeader('X-One: 1', ' 2')],
    ['a line without a colon', withHeader('nonsense')],
    ['a control character', withHeader('X-One: a\x01b')],
    ['a carriage return within a line', withHeader('X-One: a\rX-Two: b')],
    ['two lengths', withHeader('Content-Length: 20')],
    ['the same length twice', withHeader('Content-Length: 2')],
    ['a list of lengths', OK_RESPONSE.replace(': 2', ': 2, 2')],
    ['a length with a sign', OK_RESPONSE.replace(': 2', ': +2')],
    [
      'a length and chunks',
      `${CHUNKED_HEAD.replace('\r\n\r\n', '\r\nContent-Length: 2\r\n\r\n')}0\r\n\r\n`,
    ],
    ['another coding with chunks', `${CHUNKED_HEAD.replace('chunked', 'gzip, chunked')}0\r\n\r\n`],
    ['chunks named twice', `${CHUNKED_HEAD.replace('chunked', 'chunked, chunked')}0\r\n\r\n`],
    ['a chunk extension', `${CHUNKED_HEAD}2;a=b\r\nok\r\n0\r\n\r\n`],
    ['a chunk size with a space', `${CHUNKED_HEAD}2 \r\nok\r\n0\r\n\r\n`],
    ['chunks that end with LF', `${CHUNKED_HEAD}2\nok\n0\n\n`],
    ['trailers', `${CHUNKED_HEAD}2\r\nok\r\n0\r\nX-One: 1\r\n\r\n`],
    ['chunks without their last line', `${CHUNKED_HEAD}2\r\nok\r\n0\r\n`],
    ['bytes after the chunks', `${CHUNKED_HEAD}2\r\nok\r\n0\r\n\r\nmore`],
    ['a malformed chunk', `${CHUNKED_HEAD}ok\r\n0\r\n\r\n`],
    ['a 204 with a length', 'HTTP/1.1 204 Fine\r\nContent-Length: 2\r\n\r\n'],
    ['a 204 with a coding', 'HTTP/1.1 204 Fine\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['a 204 with a body', 'HTTP/1.1 204 Fine\r\n\r\nthanks'],
    ['one byte too many', `${OK_RESPONSE}\n`],
    ['two responses in one packet', `${OK_RESPONSE}${OK_RESPONSE}`],
    ['an interim response', `HTTP/1.1 100 Continue\r\n\r\n${OK_RESPONSE}`],
    ['an early hint', `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${OK_RESPONSE}`],
    ['a line break before the response', `\r\n${OK_RESPONSE}`],
    [
      'a body longer than is read',
      `HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n${'x'.repeat(17_000)}`,
    ],
    ['headers longer than are read', withHeader(`X-Long: ${'x'.repeat(70_000)}`)],
    ['a body without a length', 'HTTP/1.1 200 OK\r\n\r\nok'],
    ['a body that stalls', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok'],
  ])('the next webhook gets its own response after %s', async (_what, text) => {
    const server = await startTrackedServer((socket, nth) =>
      socket.write(nth === 1 ? text : FAILURE_RESPONSE),
    );
    const pool = newPool();
    const limits = { ...LONG_LIMITS, restMs: 100 };
    expect(await postOverPool(server.url, pool, { limits })).toMatchObject({ ok: true });
    expect(await postOverPool(server.url, pool)).toMatchObject({ ok: false, status: 500 });
  });
});
