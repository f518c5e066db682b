import { findReportRecipient } from '@/lib/accounts/find-report-recipient';
import type { Member } from '@/lib/domain/actor';
import { formatSats } from '@/lib/domain/format-sats';
import { money } from '@/lib/domain/money';
import { parsePeriod } from '@/lib/domain/report-period';
import type { MakeReport } from '@/lib/mail/send-due-mails';
import type { MailAttachment } from '@/lib/mail/transport';
import { dayZoneOf } from '@/lib/payments/views/day-zone';
import { type BooksHeader, exportBooks, readBooksHeader } from '@/lib/payments/views/export-books';
import {
  type Report,
  type ReportRequest,
  readReport,
  type SatsAndCurrencyAmount,
} from '@/lib/payments/views/report';
import { BOOKS_FILE_FORMATS } from './book-files';
import { BOOKS_CONTENT_TYPES, booksFileName, writeBooks } from './write-books';

type Db = Parameters<typeof readBooksHeader>[0];

/**
 * Maximum size of the files. Many mail servers accept no more than 10 MB, and base64 adds a third.
 */
const MAX_BYTES = 7_000_000;

/**
 * Returns a function that creates the contents of a month's report mail: the sums, and the files
 * that the reports page offers.
 */
export function createMonthReporter(db: Db): MakeReport {
  return async ({ merchantId, email, month }, now) => {
    const period = parsePeriod(month);
    const actor = await findReportRecipient(db, merchantId, email, now);
    if (!actor || !period) return undefined;
    const request = { period, timeZone: await dayZoneOf(db, actor, 'UTC') };
    const [report, books] = [
      await readReport(db, actor, request, now),
      await readBooksHeader(db, actor),
    ];
    const files = await makeFiles(db, actor, request, books, now);
    const note = files
      ? []
      : ['The files are too large for a mail. Download them from the report.'];
    return { body: [sumsText(report, request), ...note].join('\n\n'), files: files ?? [] };
  };
}

function sumsText({ total, network, currency, period }: Report, { timeZone }: ReportRequest) {
  const amount = ({ sats, amount: units }: SatsAndCurrencyAmount) =>
    currency && units !== null
      ? `${money(units, currency, 'en')} (${formatSats(sats)})`
      : formatSats(sats);
  const lines = [
    `${period.first} to ${period.last}, ${timeZone}${network && network !== 'mainnet' ? `, ${network}` : ''}`,
    `Payments: ${total.payments}`,
    `Refunds: ${total.refunds}`,
    `Gross: ${amount(total.gross)}`,
    `Refunded: ${amount(total.refunded)}`,
    `Net: ${amount(total.net)}`,
    ...(total.withoutRate > 0 ? [`Without a rate, not in the amounts: ${total.withoutRate}`] : []),
  ];
  return lines.join('\n');
}

class TooLarge extends Error {}

/** Returns undefined if the files are too large for a mail. */
async function makeFiles(
  db: Db,
  actor: Member,
  request: ReportRequest,
  books: BooksHeader,
  now: Date,
): Promise<MailAttachment[] | undefined> {
  const read = { ...request, currency: books.currency };
  const files: MailAttachment[] = [];
  let bytes = 0;
  try {
    for (const format of BOOKS_FILE_FORMATS) {
      const parts: Uint8Array[] = [];
      await writeBooks(
        (take) => exportBooks(db, actor, read, now, take),
        books,
        format,
        async (part) => {
          const chunk = typeof part === 'string' ? Buffer.from(part) : part;
          parts.push(chunk);
          bytes += chunk.length;
          if (bytes > MAX_BYTES) throw new TooLarge();
        },
      );
      const { name, ending } = booksFileName(books.merchantName, request.period, format);
      files.push({
        filename: `${name}.${ending}`,
        contentType: BOOKS_CONTENT_TYPES[format],
        content: Buffer.concat(parts),
      });
    }
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
  return files;
}
