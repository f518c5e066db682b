import type { ReportPeriod } from '@/lib/domain/report-period';
import type { BookEntry, BooksHeader } from '@/lib/payments/views/export-books';
import type { WriteBodyPart } from '../create-body-stream';
import { type BooksFileFormat, createBooksCsvWriter, createBooksXlsx } from './book-files';

const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
export const BOOKS_CONTENT_TYPES: Readonly<Record<BooksFileFormat, string>> = {
  csv: CSV_TYPE,
  'csv-semicolon': CSV_TYPE,
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Returns the name of a file of books, and its extension without the dot. */
export function booksFileName(merchant: string, { name }: ReportPeriod, format: BooksFileFormat) {
  const [ending = '', kind] = format.split('-');
  return { name: [merchant, name, kind].filter(Boolean).join(' '), ending };
}

export type BooksReader = (take: (part: readonly BookEntry[]) => Promise<void>) => Promise<void>;

/** Writes a file of books part by part, while they are read. */
export function writeBooks(
  read: BooksReader,
  books: BooksHeader,
  format: BooksFileFormat,
  write: WriteBodyPart,
): Promise<void> {
  return format === 'xlsx' ? writeXlsx(read, books, write) : writeCsv(read, books, format, write);
}

async function writeCsv(
  read: BooksReader,
  books: BooksHeader,
  format: 'csv' | 'csv-semicolon',
  write: WriteBodyPart,
) {
  const { head, lines } = createBooksCsvWriter(format, books);
  await write(head);
  await read((part) => write(lines(part)));
}

async function writeXlsx(read: BooksReader, books: BooksHeader, write: WriteBodyPart) {
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
    for await (const bytes of await createBooksXlsx(parts.readable, books)) await write(bytes);
  } catch (error) {
    await parts.readable.cancel(error).catch(() => undefined);
    await failed;
    throw error;
  }
  await failed;
}
