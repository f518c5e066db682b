import { z } from 'zod';
import { NETWORKS } from '@/lib/domain/network';
import type { Month } from '@/lib/payments/views/month';
import type { ResponseOf } from '../response';
import { count } from '../response-fields';
import { serializeView } from '../serialize-view';

export const moneySumSchema = z.strictObject({
  sats: z.int().meta({ description: 'Below zero where more was refunded than received.' }),
  payments: count,
  volume: z
    .strictObject({
      amount: z.string().meta({ description: 'A decimal number.' }),
      without_rate: count.meta({
        description: 'Payments and refunds not included in the amount, because they have no rate.',
      }),
    })
    .nullable()
    .meta({ description: 'In the display currency; null without one.' }),
});
export type MoneySumResponse = ResponseOf<typeof moneySumSchema>;

const largestSchema = z.strictObject({
  id: z.string(),
  reference: z.string().nullable(),
  money: moneySumSchema,
});

export const monthSchema = z.strictObject({
  networks: z.array(z.enum(NETWORKS)).meta({ description: 'The networks of the merchant’s keys.' }),
  network: z.enum(NETWORKS).nullable().meta({ description: 'The network of the amounts.' }),
  time_zone: z.string().meta({ description: 'The time zone of the days (IANA).' }),
  month: z.string().meta({ description: 'Such as 2026-11.' }),
  today: z.int().nullable().meta({ description: 'The day, from 1; null for an earlier month.' }),
  currency: z.string().nullable().meta({ description: 'The currency of every volume.' }),
  days: z
    .array(moneySumSchema)
    .meta({ description: 'The earned money of each day, net of refunds.' }),
  earlier_days: z
    .array(moneySumSchema)
    .meta({ description: 'The earned money of each day of the previous month.' }),
  earned: moneySumSchema.meta({ description: 'Confirmed money that awaits no decision.' }),
  earlier: moneySumSchema.meta({
    description: 'The earned money of the same days of the previous month.',
  }),
  outliers: z.array(z.strictObject({ day: z.int(), largest: largestSchema })).meta({
    description: 'Days far above the others, and the payment that earned the most of each.',
  }),
  on_its_way: moneySumSchema.meta({
    description: 'Money that was seen and is not confirmed, now.',
  }),
  to_give_back: moneySumSchema.meta({
    description: 'Confirmed money that is too much, late, or of a canceled payment, now.',
  }),
});
export type MonthResponse = ResponseOf<typeof monthSchema>;

export function monthResponse(view: Month, timeZone: string): MonthResponse {
  return serializeView(monthSchema, view, { time_zone: timeZone, network: view.network ?? null });
}
