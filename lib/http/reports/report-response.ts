import { z } from 'zod';
import { NETWORKS } from '@/lib/domain/network';
import { PERIOD_KINDS } from '@/lib/domain/report-period';
import type { Report } from '@/lib/payments/views/report';
import { moneySumSchema } from '../home/month-response';
import type { ResponseOf } from '../response';
import { count } from '../response-fields';
import { serializeView } from '../serialize-view';

const bookAmount = z.strictObject({
  sats: z.int(),
  amount: z.string().nullable().meta({
    description: 'A decimal number in the display currency; null without one.',
  }),
});
export type BookAmountResponse = ResponseOf<typeof bookAmount>;

const sumFields = {
  payments: count,
  refunds: count,
  gross: bookAmount,
  refunded: bookAmount.meta({ description: 'The refunds, above zero.' }),
  net: bookAmount.meta({ description: 'Gross less refunds.' }),
  fees: bookAmount.meta({ description: 'Network fees of the refunds, not included in net.' }),
  without_rate: count.meta({
    description: 'Payments and refunds not included in the amounts, because they have no rate.',
  }),
  sources: z
    .array(z.strictObject({ source: z.string(), entries: count }))
    .meta({ description: 'The sources of the rates, the most frequent first.' }),
};
const sumsSchema = z.strictObject(sumFields);
export type BookSumsResponse = ResponseOf<typeof sumsSchema>;

const day = z.iso.date();

export const reportSchema = z.strictObject({
  networks: z.array(z.enum(NETWORKS)).meta({ description: 'The networks of the merchant’s keys.' }),
  network: z.enum(NETWORKS).nullable().meta({ description: 'The network of the amounts.' }),
  time_zone: z.string().meta({ description: 'The time zone of the days (IANA).' }),
  period: z.strictObject({ kind: z.enum(PERIOD_KINDS), name: z.string(), first: day, last: day }),
  today: day,
  currency: z.string().nullable(),
  total: sumsSchema,
  days: z
    .array(z.strictObject({ day, ...sumFields }))
    .meta({ description: 'The days that have at least one entry.' }),
  not_counted: moneySumSchema.meta({
    description: 'Confirmed money that awaits a decision, now.',
  }),
});
export type ReportResponse = ResponseOf<typeof reportSchema>;

export function reportResponse(report: Report, timeZone: string): ReportResponse {
  return serializeView(reportSchema, report, {
    time_zone: timeZone,
    network: report.network ?? null,
  });
}
