import type { Period } from '@/lib/domain/report-period';
import type { BookEntry, Books } from '@/lib/payments/views/export-books';
import type { Write } from '../stream-text';
import { type BookFormat, csvWriter, xlsxOf } from './book-files';

const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
export const BOOK_TYPES: Readonly<Record<BookFormat, string>> = {
  csv: CSV_TYPE,
  'csv-semicolon': CSV_TYPE,
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Returns the name of a file of books, and its extension without the dot. */
export function bookName(merchant: string, { name }: Period, format: BookFormat) {
  const [ending = '', kind] = format.split('-');
  return { name: [merchant, name, kind].filter(Boolean).join(' '), ending };
}

export type ReadBooks = (take: (part: readonly BookEntry[]) => Promise<void>) => Promise<void>;

/** Writes a file of books part by part, while they are read. */
export function writeBooks(
  read: ReadBooks,
  books: Books,
  format: BookFormat,
  write: Write,
): Promise<void> {
  return format === 'xlsx' ? writeXlsx(read, books, write) : writeCsv(read, books, format, write);
}

async function writeCsv(
  read: ReadBooks,
  books: Books,
  format: 'csv' | 'csv-semicolon',
  write: Write,
) {
  const { head, lines } = csvWriter(format, books);
  await write(head);
  await read((part) => write(lines(part)));
}

async function writeXlsx(read: ReadBooks, books: Books, write: Write) {
  const parts = new TransformStream<readonly BookEntry[], readonly BookEntry[]>();
  const writer = parts.writable.getWriter();
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const reading = read((part) => {
    begin();
    return writer.write(part);
  }).then(() => writer.close());
  // The response begins only after the first part was read, so a refusal can still become a
  // problem.
  await Promise.race([begun, reading]);
  const failed = reading.catch(async (error: unknown) => {
    await writer.abort(error).catch(() => undefined);
    throw error;
  });
  try {
    for await (const bytes of await xlsxOf(parts.readable, books)) await write(bytes);
  } catch (error) {
    await parts.readable.cancel(error).catch(() => undefined);
    await failed;
    throw error;
  }
  await failed;
}
