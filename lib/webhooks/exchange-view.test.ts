import { expect, test } from 'vitest';
import { readableBody } from './exchange-view';

const shown = (bytes: Uint8Array | string) => readableBody(Buffer.from(bytes)).text;

test('text keeps its characters and lines', () => {
  expect(shown('<h1>Gr\u00fc\u00dfe</h1>\r\n\tok\n')).toBe('<h1>Gr\u00fc\u00dfe</h1>\r\n\tok\n');
});

test('invalid bytes and control characters show as a replacement', () => {
  expect(shown(new Uint8Array([0x6f, 0xff, 0x6b]))).toBe('o\ufffdk');
  expect(shown('a\u001b[2Jb\u0000c\u007f')).toBe('a\ufffd[2Jb\ufffdc\ufffd');
  expect(shown('ok\u202egnp.exe')).toBe('ok\ufffdgnp.exe');
});

test('a character split by the limit shows as a replacement, and the bytes are counted', () => {
  expect(readableBody(Buffer.from('\u00e9').subarray(0, 1))).toEqual({ text: '\ufffd', bytes: 1 });
});
