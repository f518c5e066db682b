import { z } from 'zod';
import { localDay } from '@/lib/domain/local-days';
import { NETWORKS } from '@/lib/domain/network';
import { parsePeriod, periodContaining } from '@/lib/domain/report-period';
import { dayZoneOf } from '@/lib/payments/views/day-zone';
import { exportBooks, readBooksHeader } from '@/lib/payments/views/export-books';
import { readReport } from '@/lib/payments/views/report';
import { attachmentHeader } from '../attachment-header';
import { createBodyStream, type WriteBodyPart } from '../create-body-stream';
import { timeZone } from '../input/fields';
import { Reply, route } from '../route';
import { BOOKS_FILE_FORMATS } from './book-files';
import { reportResponse, reportSchema } from './report-response';
import { BOOKS_CONTENT_TYPES, type BooksReader, booksFileName, writeBooks } from './write-books';

const PERIOD_ERROR =
  'Must be a month (2026-11), a quarter (2026-q4), a year (2026), or at most 366 days (2026-11-03_2026-11-16).';

const reportFields = {
  network: z
    .enum(NETWORKS)
    .optional()
    .meta({ description: 'Default: the first network of the merchant’s keys.' }),
  period: z
    .string()
    .max(30)
    .refine((name) => parsePeriod(name) !== undefined, { error: PERIOD_ERROR })
    .optional()
    .meta({ description: 'Default: the current month.' }),
  time_zone: timeZone.default('UTC'),
};

type ReportQuery = z.output<z.ZodObject<typeof reportFields>>;

function requestOf({ network, period }: ReportQuery, zone: string, now: Date) {
  const named = period === undefined ? undefined : parsePeriod(period);
  return {
    network,
    timeZone: zone,
    period: named ?? periodContaining('month', localDay(zone, now)),
  };
}

const reportRoute = route({
  method: 'GET',
  path: '/api/dashboard/reports',
  who: 'member',
  query: z.strictObject(reportFields),
  answer: reportSchema,
  async handle({ api, actor, query, now }) {
    const request = requestOf(query, await dayZoneOf(api.db, actor, query.time_zone), now);
    return reportResponse(await readReport(api.db, actor, request, now), request.timeZone);
  },
});

const fileRoute = route({
  method: 'GET',
  path: '/api/dashboard/reports/file',
  who: 'member',
  query: z.strictObject({
    ...reportFields,
    format: z.enum(BOOKS_FILE_FORMATS, {
      error: `Must be one of: ${BOOKS_FILE_FORMATS.join(', ')}.`,
    }),
  }),
  answer: z.string(),
  async handle({ api, actor, query, requestId, now }) {
    const { format, ...rest } = query;
    const request = requestOf(rest, await dayZoneOf(api.db, actor, rest.time_zone), now);
    const books = await readBooksHeader(api.db, actor);
    const read: BooksReader = (take) =>
      exportBooks(api.db, actor, { ...request, currency: books.currency }, now, take);
    const produce = (write: WriteBodyPart) => writeBooks(read, books, format, write);
    const body = await createBodyStream(produce, (error) => {
      api.log.error({ err: error, request_id: requestId }, 'export failed');
    });
    const { name, ending } = booksFileName(books.merchantName, request.period, format);
    return new Reply(200, body, {
      'content-type': BOOKS_CONTENT_TYPES[format],
      'content-disposition': attachmentHeader(name, ending),
    });
  },
});

export const dashboardReportRoutes = [reportRoute, fileRoute] as const;
