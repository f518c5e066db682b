import { expect, test } from 'vitest';
import { readableBody } from './exchange-view';

const shown = (bytes: Uint8Array | string) => readableBody(Buffer.from(bytes)).text;

test('text stays as it is, with its lines', () => {
  expect(shown('<h1>Gr\u00fc\u00dfe</h1>\r\n\tok\n')).toBe('<h1>Gr\u00fc\u00dfe</h1>\r\n\tok\n');
});

test('bytes that are no text, and marks that would act on the reader, show as a replacement', () => {
  expect(shown(new Uint8Array([0x6f, 0xff, 0x6b]))).toBe('o\ufffdk');
  expect(shown('a\u001b[2Jb\u0000c\u007f')).toBe('a\ufffd[2Jb\ufffdc\ufffd');
  expect(shown('ok\u202egnp.exe')).toBe('ok\ufffdgnp.exe');
});

test('a character that the limit cut in two shows as a replacement, and the bytes are counted', () => {
  expect(readableBody(Buffer.from('\u00e9').subarray(0, 1))).toEqual({ text: '\ufffd', bytes: 1 });
});
