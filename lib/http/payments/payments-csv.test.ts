import fc from 'fast-check';
import { expect, test } from 'vitest';
import { threadCpuMs } from '@/test/support/stall';
import { CSV_HEADER_LINE, csvCell, csvLine } from './csv';
import { paymentSchema } from './payment-response';

test.each([
  ['=1+1', `"'=1+1"`],
  ['+49 30 1', `"'+49 30 1"`],
  ['-2', `"'-2"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"\t'=1"`],
  ['\r=1', `"\r'=1"`],
  ['＝1+1', `"'＝1+1"`],
  ['﹦1+1', `"'﹦1+1"`],
  ['\u22121', `"'\u22121"`],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['x;=HYPERLINK("http://x")', `"x;'=HYPERLINK(""http://x"")"`],
  ['a,+1', `"a,'+1"`],
  ['a\t@b', `"a\t'@b"`],
  ['a\n-1', `"a\n'-1"`],
  ['a\u2028=1', `"a\u2028'=1"`],
  ['a; =1', `"a; '=1"`],
  [';"=1', `";""'=1"`],
  ['\u200b=1', `"\u200b'=1"`],
  ['\ufeff=1', `"\ufeff'=1"`],
  ['\u00a0=1', `"\u00a0'=1"`],
  ['\u0001=1', `"\u0001'=1"`],
  ["'=1", `"''=1"`],
])('the text %j is written so that it cannot run as a formula', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test.each([
  ['Order 1042', '"Order 1042"'],
  ['a, b', '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['Größe 3', '"Größe 3"'],
  ['Meyer-Lee + Co', '"Meyer-Lee + Co"'],
  ['https://shop.example/hook?a=-1&b=@x', '"https://shop.example/hook?a=-1&b=@x"'],
  ['', '""'],
  [null, ''],
  [125_000, '125000'],
  [['underpaid', 'late'], '"underpaid late"'],
  [{ order: '1042', b: '=1' }, '"{""order"":""1042"",""b"":""=1""}"'],
  [{ a: '1', '=b': '2' }, `"{""a"":""1"",""'=b"":""2""}"`],
  [true, 'true'],
])('%j is written as RFC 4180 specifies, with each text in quotes', (value, cell) => {
  expect(csvCell(value as string)).toBe(cell);
});

/** Texts that mix formulas, separators, quotes and invisible characters. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '\u2212', '﹦', '=cmd|x', '=1+1'],
        ...[',', ';', '|', '\t', '\r', '\n', '\u2028', '\u0085', '\v', '\0'],
        ...['"', "'", ' ', '\u00a0', '\ufeff', '\u200b', '\u202e', '\u00ad', '\u3164', '\u0001'],
        ...['x', '1', 'ä', '😀'],
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

const RUNS = { numRuns: 2_000 };

/** Undoes the quoting of RFC 4180. */
const content = (cell: string) => cell.slice(1, -1).replaceAll('""', '"');

test('every text becomes one quoted cell, whatever separators and quotes the text contains', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(csvCell(text)).toMatch(/^"(?:[^"]|"")*"$/s);
    }),
    RUNS,
  );
}, 60_000);

test('wherever a spreadsheet splits a CSV line, no part of the line begins with a formula', () => {
  const separators = [',', ';', '|', '\t', /[\r\n\u2028\u2029\u0085\v\f]/, /[,;|\p{Cc}]/u];
  fc.assert(
    fc.property(hostile, (text) => {
      // A program may respect the quotes around the cell and in it, or ignore them.
      for (const line of [content(csvCell(text)), `"a",${csvCell(text)},"b"`]) {
        for (const part of separators.flatMap((separator) => line.split(separator))) {
          const visible = part.replace(/^[\s"\p{C}\p{Default_Ignorable_Code_Point}]+/u, '');
          expect(visible.normalize('NFKC')).not.toMatch(/^[=+\-@\u2212]/);
        }
      }
    }),
    RUNS,
  );
}, 60_000);

test('removing the apostrophes that were added to a cell restores the original text', () => {
  const guard =
    /(?<=(?:^|[,;|\p{Cc}\u2028\u2029])[\s\p{C}\p{DI}\u2800"']*)'(?=[=+\-@⁺⁻⁼₊₋₌−⩵⩶﬩﹢﹣﹦﹫＋－＝＠])/gu;
  fc.assert(
    fc.property(hostile, (text) => {
      expect(content(csvCell(text)).replace(guard, '')).toBe(text);
    }),
    RUNS,
  );
}, 60_000);

test('the time to escape a cell is proportional to its length, whatever the cell contains', () => {
  const fill = ['\u200b', '\u2800', '\t', ' ', '"', ',', ';\u200b', "'", '='];
  for (const part of fill) {
    const short = part.repeat(1_000);
    const long = part.repeat(30_000);
    const ms = (text: string, times: number) => {
      const began = threadCpuMs();
      for (let n = 0; n < times; n += 1) csvCell(text);
      return threadCpuMs() - began;
    };
    ms(short, 100);
    const least = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY };
    const most = () => 5 * least.short + 2;
    // Short and long runs alternate, because other work on the machine slows down some of them.
    for (let round = 0; round < 5 || (round < 30 && least.long >= most()); round += 1) {
      least.short = Math.min(least.short, ms(short, 60));
      least.long = Math.min(least.long, ms(long, 2));
    }
    expect(least.long, JSON.stringify(part)).toBeLessThan(most());
  }
});

test('text columns are always quoted, and numbers and missing values never are', () => {
  const texts = { id: 'pay_1', reference: 'x;=1', created_at: '2026-03-01T00:00:00Z', flags: [] };
  const missing = Object.fromEntries(paymentSchema.keyof().options.map((name) => [name, null]));
  const payment = { ...missing, ...texts, amount_sats: 5 };
  const noRate = { currency: 'EUR', wanted: true, rate: null, source: null, quoted_at: null };
  const line = csvLine(payment as never, noRate);
  const columns = CSV_HEADER_LINE.replace('\ufeff', '').trim().split(',');
  const cells = Object.fromEntries(
    line
      .trim()
      .split(',')
      .map((cell, n) => [columns[n], cell]),
  );
  // payment_uri, customer and price have no column of their own. A price has six columns for its
  // parts, and the rate at confirmation has four.
  expect(columns).toHaveLength(paymentSchema.keyof().options.length - 3 + 6 + 4);
  expect(cells).toMatchObject({
    id: '"pay_1"',
    reference: `"x;'=1"`,
    created_at: '"2026-03-01T00:00:00Z"',
    flags: '""',
    amount_sats: '5',
    txid: '',
    rate_at_confirmation_currency: '',
  });
});
