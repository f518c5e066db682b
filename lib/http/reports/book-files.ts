import { type Currency, decimalsOf } from '@/lib/domain/currency';
import { decimalText } from '@/lib/domain/price';
import { rateSourceText } from '@/lib/domain/rate-source';
import type { BookEntry, BooksHeader } from '@/lib/payments/views/export-books';
import { BYTE_ORDER_MARK, csvCell } from '../payments/csv';

export const BOOKS_FILE_FORMATS = ['csv', 'csv-semicolon', 'xlsx'] as const;
export type BooksFileFormat = (typeof BOOKS_FILE_FORMATS)[number];

/** A number is decimal text, because a JavaScript number could lose digits. */
interface Cell {
  readonly text?: string | null;
  readonly number?: string | null;
  readonly day?: string;
}

interface Column {
  readonly head: string;
  readonly width: number;
  readonly cell: (entry: BookEntry, currency: Currency | null) => Cell;
  /** The value that the total row adds up; without it, the column has no total. */
  readonly sum?: (entry: BookEntry) => string | number | null;
  /** Digits after the decimal point: as many as the currency has, or none. */
  readonly digits?: 'currency' | 'none';
}

const ofKind = (kind: BookEntry['kind'], { kind: own, amount }: BookEntry) =>
  own === kind ? amount : null;

/** An accountant relies on the order of these columns. */
const COLUMNS: readonly Column[] = [
  { head: 'Date', width: 12, cell: ({ day }) => ({ day }) },
  { head: 'Type', width: 10, cell: ({ kind }) => ({ text: KINDS[kind] }) },
  { head: 'Reference', width: 22, cell: ({ reference }) => ({ text: reference }) },
  { head: 'Payment', width: 28, cell: ({ paymentId }) => ({ text: paymentId }) },
  { head: 'Customer', width: 22, cell: ({ customer }) => ({ text: customer }) },
  { head: 'Currency', width: 10, cell: (_, currency) => ({ text: currency }) },
  money('Gross', (entry) => ofKind('payment', entry)),
  money('Refund', (entry) => ofKind('refund', entry)),
  money('Net', ({ amount }) => amount),
  { head: 'Rate', width: 14, cell: ({ rate }) => ({ number: rate }) },
  { head: 'Rate source', width: 22, cell: (entry) => ({ text: sourceText(entry) }) },
  sats('Satoshis', ({ sats: value }) => value),
  sats('Network fee (satoshis)', ({ feeSats }) => feeSats),
  { head: 'Transaction', width: 66, cell: ({ txid }) => ({ text: txid }) },
];

const KINDS = { payment: 'Payment', refund: 'Refund' } as const;

function sourceText({ source, amount }: BookEntry): string {
  return amount === null ? 'No rate' : rateSourceText(source ?? '');
}

function money(head: string, of: (entry: BookEntry) => string | null): Column {
  const cell = (entry: BookEntry) => ({ number: of(entry) });
  return { head, width: 14, cell, sum: of, digits: 'currency' };
}

function sats(head: string, of: (entry: BookEntry) => number | null): Column {
  const cell = (entry: BookEntry) => ({ number: of(entry)?.toString() ?? null });
  return { head, width: 16, cell, sum: of, digits: 'none' };
}

/**
 * Returns the first line of a CSV file (RFC 4180), and a function that writes entries as lines.
 * Each format has its own separator and decimal mark.
 */
export function createBooksCsvWriter(format: 'csv' | 'csv-semicolon', { currency }: BooksHeader) {
  const [separator, point] = format === 'csv' ? [',', '.'] : [';', ','];
  const line = (cells: readonly string[]) => `${cells.join(separator)}\r\n`;
  const cellText = ({ number, day, text }: Cell) =>
    number == null ? (day ?? csvCell(text ?? null)) : number.replace('.', point);
  return {
    head: `${BYTE_ORDER_MARK}${line(COLUMNS.map(({ head }) => csvCell(head)))}`,
    lines: (entries: readonly BookEntry[]) =>
      entries
        .map((entry) => line(COLUMNS.map(({ cell }) => cellText(cell(entry, currency)))))
        .join(''),
  };
}

type XlsxCell = string | number | Date | null;

/**
 * Returns a spreadsheet (Office Open XML) with a total row. Rows are read while the file is
 * written, so memory use does not grow with their number.
 */
export async function createBooksXlsx(
  parts: AsyncIterable<readonly BookEntry[]>,
  { currency }: BooksHeader,
): Promise<ReadableStream<Uint8Array>> {
  // The library is loaded only when a spreadsheet is written.
  const { writeXlsxStream } = await import('hucre/xlsx');
  const fraction = '0'.repeat(currency ? decimalsOf(currency) : 0);
  const formats = { currency: fraction ? `0.${fraction}` : '0', none: '0' };
  const columns = COLUMNS.map(({ head, width, digits }) => ({
    ...{ header: head, width },
    ...(digits && { numFmt: formats[digits] }),
  }));
  return writeXlsxStream(xlsxRows(parts, currency), {
    name: 'Books',
    columns,
    freezePane: { rows: 1 },
  });
}

async function* xlsxRows(
  parts: AsyncIterable<readonly BookEntry[]>,
  currency: Currency | null,
): AsyncGenerator<XlsxCell[]> {
  const sums = COLUMNS.map(() => 0n);
  for await (const part of parts) {
    for (const entry of part) {
      COLUMNS.forEach(({ sum }, place) => {
        sums[place] = (sums[place] ?? 0n) + unitsOf(sum?.(entry) ?? null);
      });
      yield COLUMNS.map(({ cell }) => xlsxCell(cell(entry, currency)));
    }
  }
  yield COLUMNS.map(({ sum, digits }, place) => {
    if (place === 0) return 'Total';
    if (!sum || (digits === 'currency' && !currency)) return null;
    const units = sums[place] ?? 0n;
    const text = digits === 'currency' && currency ? decimalText(units, currency) : `${units}`;
    return Number(text);
  });
}

/** Drops the decimal point. All amounts of a column have the same number of digits after it. */
const unitsOf = (value: string | number | null) => BigInt(String(value ?? 0).replace('.', ''));

function xlsxCell({ number, day, text }: Cell): XlsxCell {
  if (number != null) return Number(number);
  return day === undefined ? (text ?? null) : new Date(`${day}T00:00:00Z`);
}
