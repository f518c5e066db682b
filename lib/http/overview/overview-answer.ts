import { z } from 'zod';
import { NETWORKS } from '@/lib/domain/network';
import type { Overview } from '@/lib/payments/views/overview';
import type { Answer } from '../answer';
import { count, moment } from '../answer-fields';
import { chainSchema } from '../chains/chains-answer';
import { paymentAnswer, paymentSchema } from '../payments/payment-answer';
import { workGroupAnswer, workGroupSchema } from '../payments/work-answer';
import { wire } from '../wire';
import { blockStripSchema } from './block-strip-answer';

const total = z.strictObject({ sats: count, payments: count });

const failingSchema = z.strictObject({
  host: z.string(),
  retrying: count.meta({ description: 'Deliveries with a failed attempt that will be retried.' }),
  failed: count.meta({ description: 'Deliveries that were given up, and are not handled.' }),
  error: z.string().nullable().meta({ description: 'The last error of the newest one.' }),
  newest_at: moment,
  paused_until: moment.nullable(),
});

const walletSchema = z.strictObject({
  id: z.string(),
  key_names: z.array(z.string()),
  unused_run: count,
  gap_limit: count,
});

const expiringSchema = z.strictObject({ id: z.string(), name: z.string(), expires_at: moment });

const pausedSchema = z.strictObject({ id: z.string(), host: z.string(), paused_at: moment });

const outboxSchema = z.strictObject({ due: count, lag_seconds: count });

export const overviewSchema = z.strictObject({
  now: moment.meta({ description: 'The server’s clock.' }),
  networks: z.array(z.enum(NETWORKS)).meta({ description: 'Those of the merchant’s keys.' }),
  network: z.enum(NETWORKS).nullable().meta({ description: 'The network of the amounts.' }),
  block_strip: blockStripSchema,
  awaiting: total.meta({ description: 'Money that was seen but lacks confirmations.' }),
  chains: z.array(chainSchema),
  wallets: z.array(walletSchema).meta({ description: 'Those that are near their gap limit.' }),
  expiring: z.array(expiringSchema),
  failing: z.array(failingSchema).meta({ description: 'Most retries first, then the newest.' }),
  paused_endpoints: z.array(pausedSchema),
  outbox: outboxSchema,
  newest: z.array(paymentSchema),
  worklist: z.array(workGroupSchema).meta({
    description: 'What is to be handled, by reason, on all networks.',
  }),
  any_payment: z.boolean().meta({ description: 'Whether there is a payment on any network.' }),
});
export type OverviewAnswer = Answer<typeof overviewSchema>;

interface Circumstances {
  readonly now: Date;
  readonly appUrl: URL;
}

/** The overview as JSON. */
export function overviewAnswer(view: Overview, { now, appUrl }: Circumstances): OverviewAnswer {
  return wire(overviewSchema, view, {
    now: now.toISOString(),
    network: view.network ?? null,
    newest: view.newest.map((payment) => paymentAnswer(payment, appUrl)),
    worklist: view.worklist.map((group) => workGroupAnswer(group, appUrl)),
  });
}
