import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  CHUNKED_HEAD,
  closeAfter,
  closeEndpoints,
  drip,
  keepOpen,
  postTo,
  resetAfter,
  SHORT_REST_LIMITS,
} from '@/test/support/odd-answers';

afterEach(closeEndpoints);

describe('a 2xx status line counts as a success, whatever follows', () => {
  test.each<[string, (socket: Socket) => void, unknown, string]>([
    ['a 204 with a body', keepOpen('HTTP/1.1 204 No Content\r\n\r\nthanks'), 'too_long', ''],
    [
      'a Content-Length of 0 with a body',
      keepOpen('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nthanks'),
      'too_long',
      '',
    ],
    [
      'a length in characters and a body in UTF-8',
      keepOpen('HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n\u201edanke\u201c'),
      'too_long',
      '\u201edank',
    ],
    [
      'one byte too many',
      keepOpen('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok!'),
      'too_long',
      'ok',
    ],
    [
      'bytes after the last chunk',
      keepOpen(`${CHUNKED_HEAD}2\r\nok\r\n0\r\n\r\nmore`),
      'too_long',
      'ok',
    ],
    [
      'a body that ends early',
      closeAfter('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nthanks'),
      'cut_off',
      'thanks',
    ],
    [
      'truncated chunks',
      closeAfter(`${CHUNKED_HEAD}6\r\nthanks\r\n6\r\nand`),
      'cut_off',
      'thanksand',
    ],
    ['a chunk without its size', closeAfter(`${CHUNKED_HEAD}thanks\r\n`), 'malformed', ''],
    [
      'a chunk longer than its size',
      keepOpen(`${CHUNKED_HEAD}2\r\nthanks\r\n0\r\n\r\n`),
      'malformed',
      'th',
    ],
    [
      'a reset within the body',
      resetAfter('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nthanks'),
      'cut_off',
      'thanks',
    ],
    [
      'a reset after a body without a length',
      resetAfter('HTTP/1.1 200 OK\r\n\r\nok'),
      // Node reports a reset as an ordinary end if it arrives together with bytes.
      expect.stringMatching(/^(?:cut_off|complete)$/),
      'ok',
    ],
    ['truncated headers', closeAfter('HTTP/1.1 200 OK\r\nX-One: 1\r\nX-T'), 'cut_off', ''],
    ['a reset after the status line', resetAfter('HTTP/1.1 200 OK\r\n'), 'cut_off', ''],
    [
      'a header without a name',
      keepOpen('HTTP/1.1 204 Fine\r\nno colon\r\n: x\r\n\r\n'),
      'malformed',
      '',
    ],
    [
      'a header without a name after an interim response',
      keepOpen('HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n: x\r\n\r\n'),
      'malformed',
      '',
    ],
    ['NUL in a header', keepOpen('HTTP/1.1 200 OK\r\nX\0: 1\r\n\r\n'), 'malformed', ''],
    [
      'headers over 64 KiB',
      keepOpen(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\nok`),
      'headers_too_large',
      '',
    ],
  ])(
    'a response with a 2xx status line counts as success despite this irregularity: %s',
    async (_what, answer, responseEnd, body) => {
      const result = await postTo(answer);
      expect(result).toMatchObject({ ok: true, responseEnd, fault: undefined });
      expect(result.bodyHead.toString('utf8')).toBe(body);
    },
  );

  test.each<[string, string, string]>([
    ['a body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nthanks', 'thanks'],
    ['a body without a length', 'HTTP/1.1 200 OK\r\n\r\nthanks', 'thanks'],
    ['a chunk', `${CHUNKED_HEAD}9\r\nthanks`, 'thanks'],
    ['a header', 'HTTP/1.1 200 OK\r\nX-One', ''],
    ['a last chunk that ends with LF alone', `${CHUNKED_HEAD}2;a=b\nok\n1\n!\n0\n\n`, 'ok!'],
  ])(
    'a response with %s that stalls ends the attempt after a short wait',
    async (_what, text, body) => {
      const result = await postTo(keepOpen(text), SHORT_REST_LIMITS);
      expect(result).toMatchObject({ ok: true, responseEnd: 'stalled', fault: undefined });
      expect(result.bodyHead.toString()).toBe(body);
    },
  );

  test.each<[string, (socket: Socket) => void]>([
    ['a body', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n', '.')],
    ['a header block', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'X-More: 1\r\n')],
  ])(
    'a response with %s that arrives slowly ends the attempt after the same short wait',
    async (_what, answer) => {
      expect(await postTo(answer, SHORT_REST_LIMITS)).toMatchObject({
        ok: true,
        responseEnd: 'stalled',
      });
    },
  );
});

describe('a response is read if', () => {
  test.each<[string, string, string]>([
    ['its lines end with LF alone', 'HTTP/1.1 200 OK\nX-One: 1\nContent-Length: 2\n\nok', 'ok'],
    ['it has no reason phrase', 'HTTP/1.0 200\r\nContent-Length: 2\r\n\r\nok', 'ok'],
    ['its header names have spaces', 'HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nok', 'ok'],
    [
      'a header value is folded over two lines',
      'HTTP/1.1 200 OK\r\nContent-Length:\r\n 2\r\n\r\nok',
      'ok',
    ],
    [
      'interim responses precede it',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
      'ok',
    ],
    [
      'its headers have up to 64 kB',
      `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(63_000)}\r\nContent-Length: 2\r\n\r\nok`,
      'ok',
    ],
  ])('a response is read if %s', async (_what, text, body) => {
    const result = await postTo(keepOpen(text));
    expect(result).toMatchObject({ ok: true, status: 200, responseEnd: 'complete' });
    expect(result.bodyHead.toString()).toBe(body);
  });

  test('a response that arrives byte by byte is read', async () => {
    const text = `HTTP/1.1 200 OK\r\nX-One: 1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`;
    const result = await postTo((socket) => {
      socket.setNoDelay(true);
      const next = (at: number) => {
        if (at < text.length) socket.write(text.charAt(at), () => setImmediate(next, at + 1));
      };
      next(0);
    });
    expect(result).toMatchObject({ ok: true, status: 200, headers: { 'x-one': '1' } });
    expect(result).toMatchObject({ responseEnd: 'complete', bodyHead: Buffer.from('ok') });
  });

  test('control characters in a response’s header are replaced', async () => {
    const result = await postTo(
      keepOpen('HTTP/1.1 301 Gone\r\nLocation: /a\0b\r\n\r\n'),
      SHORT_REST_LIMITS,
    );
    expect(result).toMatchObject({ status: 301, headers: { location: '/a\ufffdb' } });
  });
});

describe('a response other than 2xx', () => {
  test.each<[string, (socket: Socket) => void, string]>([
    ['is too long', keepOpen('HTTP/1.1 500 No\r\nContent-Length: 5\r\n\r\nfatal!'), 'too_long'],
    ['is truncated', closeAfter('HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\nfatal'), 'cut_off'],
    ['is reset', resetAfter('HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\nfatal'), 'cut_off'],
    ['stalls', keepOpen('HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\nfatal'), 'stalled'],
  ])(
    'an unsuccessful response that %s still has its status and body recorded',
    async (_what, answer, responseEnd) => {
      const result = await postTo(answer, responseEnd === 'stalled' ? SHORT_REST_LIMITS : {});
      expect(result).toMatchObject({ ok: false, status: 500, responseEnd, fault: undefined });
      expect(result.bodyHead.toString()).toBe('fatal');
    },
  );

  test('a folded header of a response is recorded on one line', async () => {
    const text = 'HTTP/1.1 301 Moved\r\nLocation: /a\r\n\t/b\r\n  /c\r\nContent-Length: 0\r\n\r\n';
    expect(await postTo(keepOpen(text))).toMatchObject({
      headers: { location: expect.stringMatching(/^\/a\s+\/b\s+\/c$/) },
    });
  });

  test('the Retry-After of an unsuccessful response is read even after a flood of other headers', async () => {
    const flood = `X-Long: ${'x'.repeat(20_000)}\r\nSet-Cookie: ${'c'.repeat(9_000)}\r\n`;
    const text = `HTTP/1.1 503 Busy\r\n${flood}Retry-After: 60\r\nContent-Length: 0\r\n\r\n`;
    expect(await postTo(keepOpen(text))).toMatchObject({
      status: 503,
      retryAfterMs: 60_000,
    });
  });
});

describe('the attempt fails after', () => {
  test.each<[string, (socket: Socket) => void, object]>([
    ['an interim response', closeAfter('HTTP/1.1 103 Early\r\n\r\n'), { kind: 'reset' }],
    ['a status line without its end', closeAfter('HTTP/1.1 200 OK'), { kind: 'reset' }],
    ['a four-digit status', keepOpen('HTTP/1.1 2000 OK\r\n'), { kind: 'not_http' }],
    ['an RTSP status line', keepOpen('RTSP/1.0 200 OK\r\n\r\n'), { kind: 'not_http' }],
    ['a partial RTSP status line', keepOpen('RTSP/1.0 200 OK\r\n'), { kind: 'not_http' }],
    ['an ICE status line', keepOpen('ICE/1.0 200 OK\r\n\r\n'), { kind: 'not_http' }],
    ['an HTTP/2 status line', keepOpen('HTTP/2 200 OK\r\n\r\n'), { kind: 'not_http' }],
    [
      'an RTSP status line after an interim response',
      keepOpen('HTTP/1.1 100 Go\r\n\r\nRTSP/1.0 200 OK\r\n\r\n'),
      { kind: 'not_http' },
    ],
    ['a 200 in a second line', keepOpen('+OK\r\nHTTP/1.1 200 OK\r\n\r\n'), { kind: 'not_http' }],
    ['an endless line', keepOpen('x'), { kind: 'not_http' }],
    [
      'endless interim responses',
      keepOpen('HTTP/1.1 102 Wait\r\n\r\n'.repeat(5_000)),
      { kind: 'not_http', code: 'HEADERS_TOO_LARGE' },
    ],
  ])('an attempt fails after %s', async (_what, answer, fault) => {
    expect(await postTo(answer)).toMatchObject({ ok: false, status: null, fault });
  });
});
