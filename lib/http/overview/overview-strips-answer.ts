import { z } from 'zod';
import { SOURCE_KINDS } from '@/lib/domain/chain-condition';
import { localIso } from '@/lib/domain/local-days';
import { NETWORKS } from '@/lib/domain/network';
import { STRIP_RANGES, type StripRange } from '@/lib/domain/strip-times';
import type { OverviewStrips } from '@/lib/payments/views/overview-strips';
import type { Answer } from '../answer';
import { count } from '../answer-fields';
import { wire } from '../wire';

const receivedSchema = z.strictObject({
  sats: count,
  payments: count,
  volume: z
    .strictObject({
      amount: z.string().meta({ description: 'A decimal number.' }),
      without_rate: count.meta({
        description: 'Payments that the amount lacks, because no rate was noted for them.',
      }),
    })
    .nullable(),
});

const attempts = { accepted: count, failed: count };

/** A moment in the viewer’s time zone, so that the page need not know the zone. */
const localMoment = z.iso
  .datetime({ offset: true })
  .meta({ description: 'ISO 8601, by the clocks of the time zone.' });

const bucketSchema = z.strictObject({
  start: localMoment,
  received: receivedSchema.meta({ description: 'What was confirmed in it.' }),
  earlier_sats: count.meta({
    description: 'Satoshis confirmed in the same bucket of the previous period.',
  }),
  outcomes: z
    .strictObject({ created: count, paid: count, confirmed: count, expired: count })
    .meta({ description: 'What became of the payments that were created in it.' }),
  lag_minutes: count.nullable().meta({
    description:
      'How far the chain’s records were behind at worst; null where nothing is recorded.',
  }),
});

const endpointsSchema = z.strictObject({
  busiest: z
    .array(
      z.strictObject({ host: z.string(), ...attempts, ticks: z.array(z.strictObject(attempts)) }),
    )
    .meta({ description: 'The hosts with most attempts, with a tick for each bucket.' }),
  others: count.meta({ description: 'How many more hosts had attempts.' }),
});

export const overviewStripsSchema = z.strictObject({
  time_zone: z.string().meta({ description: 'The time zone of the buckets (IANA).' }),
  range: z.enum(STRIP_RANGES),
  network: z.enum(NETWORKS).nullable(),
  source: z.enum(SOURCE_KINDS).meta({ description: 'Where the chain is read.' }),
  buckets: z.array(bucketSchema).meta({
    description: 'Ascending; each ends where the next begins, the last one now.',
  }),
  display_currency: z.string().nullable().meta({ description: 'The currency of every volume.' }),
  total: receivedSchema.meta({ description: 'What was confirmed in all buckets.' }),
  today: receivedSchema
    .extend({ start: localMoment })
    .meta({ description: 'What was confirmed since the day began.' }),
  endpoints: endpointsSchema,
});
export type OverviewStripsAnswer = Answer<typeof overviewStripsSchema>;

interface Circumstances {
  readonly timeZone: string;
  readonly range: StripRange;
}

export function overviewStripsAnswer(
  view: OverviewStrips,
  { timeZone, range }: Circumstances,
): OverviewStripsAnswer {
  const momentOf = localIso(timeZone);
  const { start, ...today } = view.today;
  return wire(overviewStripsSchema, view, {
    time_zone: timeZone,
    range,
    network: view.network ?? null,
    buckets: view.buckets.map((bucket) =>
      wire(bucketSchema, bucket, { start: momentOf(bucket.start) }),
    ),
    today: { ...wire(receivedSchema, today), start: momentOf(start) },
  });
}
