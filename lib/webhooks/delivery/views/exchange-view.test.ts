import { expect, test } from 'vitest';
import { RESPONSE_ENDS } from '@/db/schema/webhooks';
import { exchangeView, readableBody } from './exchange-view';

const shown = (bytes: Uint8Array | string) => readableBody(Buffer.from(bytes)).text;

test('the text of an exchange is shown with its original characters and line breaks', () => {
  expect(shown('<h1>Gr\u00fc\u00dfe</h1>\r\n\tok\n')).toBe('<h1>Gr\u00fc\u00dfe</h1>\r\n\tok\n');
});

test('invalid bytes and control characters of a response are shown as replacement characters', () => {
  expect(shown(new Uint8Array([0x6f, 0xff, 0x6b]))).toBe('o\ufffdk');
  expect(shown('a\u001b[2Jb\u0000c\u007f')).toBe('a\ufffd[2Jb\ufffdc\ufffd');
  expect(shown('ok\u202egnp.exe')).toBe('ok\ufffdgnp.exe');
});

test('if the size limit cuts a character, a replacement character is shown, and the stored bytes are still counted', () => {
  expect(readableBody(Buffer.from('\u00e9').subarray(0, 1))).toEqual({ text: '\ufffd', bytes: 1 });
});

test('every faulty response has a note about how much of the response was stored', () => {
  const record = {
    url: 'https://shop.example.com/',
    body: '{}',
    requestHeaders: {},
    status: 200,
    responseHeaders: {},
    responseBody: null,
    remoteAddress: null,
    timings: null,
    cause: null,
  };
  const noteOf = (responseEnd: (typeof RESPONSE_ENDS)[number] | null) =>
    exchangeView({ ...record, responseEnd }).response?.note;
  const silent = ['complete', 'limit'];
  for (const end of RESPONSE_ENDS) {
    if (silent.includes(end)) expect(noteOf(end)).toBeNull();
    else expect(noteOf(end)).toMatch(/kept (?:as far as it came|in part)/);
  }
  expect(noteOf(null)).toBeNull();
});

test('an attempt shows the headers that were sent', () => {
  const timings = { dnsMs: 0, connectMs: 1, tlsMs: null, firstByteMs: 1, totalMs: 2 };
  const { request } = exchangeView({
    url: 'https://shop.example.com:8443/hook',
    body: '{"a":"\u00fc"}',
    requestHeaders: { 'X-One': '1' },
    status: null,
    responseHeaders: null,
    responseBody: null,
    responseEnd: null,
    remoteAddress: null,
    timings,
    cause: null,
  });
  expect(request?.headers).toEqual([
    ['Host', 'shop.example.com:8443'],
    ['X-One', '1'],
    ['Content-Length', '10'],
    ['Connection', 'close'],
  ]);
});
