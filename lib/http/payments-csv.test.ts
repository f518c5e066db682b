import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell } from './payments-csv';

test.each([
  ['=1+1', `"'=1+1"`],
  ['+49 30 1', `"'+49 30 1"`],
  ['-2', `"'-2"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['＝1+1', `"'＝1+1"`],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
])('%j cannot run as a formula', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test.each([
  ['Order 1042', 'Order 1042'],
  ['a, b', '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['Größe 3', 'Größe 3'],
  [null, ''],
  [125_000, '125000'],
  [['underpaid', 'late'], 'underpaid late'],
])('%j is written as RFC 4180 specifies', (value, cell) => {
  expect(csvCell(value as string)).toBe(cell);
});

test('every text is one cell, and reads back as the text or an apostrophe and the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const cell = csvCell(text);
      const quoted = /^"((?:[^"]|"")*)"$/s.exec(cell);
      const read = quoted ? (quoted[1] ?? '').replaceAll('""', '"') : cell;
      if (!quoted) expect(cell).not.toMatch(/[",\r\n]/);
      expect([text, `'${text}`]).toContain(read);
      expect(read).not.toMatch(/^[=+\-@\t\r\n]/);
    }),
  );
}, 60_000);
