import { z } from 'zod';
import { NETWORKS } from '@/lib/domain/network';
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from '@/lib/domain/payment';
import type { Overview } from '@/lib/payments/views/overview';
import type { Answer } from '../answer';
import { count, moment } from '../answer-fields';
import { chainSchema } from '../chains/chains-answer';
import { paymentAnswer, paymentSchema } from '../payments/payment-answer';
import { heldBlockSchema, shownReorgSchema } from '../payments/payment-blocks-answer';
import { workGroupAnswer, workGroupSchema } from '../payments/work-answer';
import { wire } from '../wire';

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

const blockSchema = heldBlockSchema.extend({
  sats: count.meta({ description: 'What it confirmed.' }),
  payments: count,
});

const openSchema = z.strictObject({
  id: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  flags: z.array(z.enum(PAYMENT_FLAGS)),
  reference: z.string().nullable(),
  received_sats: count,
  required_confirmations: z.int(),
  covered_height: z.int().nullable().meta({
    description: 'The block that covers the required amount; null while it is in the mempool.',
  }),
});

const blockStripSchema = z.strictObject({
  blocks: z.array(blockSchema).meta({ description: 'The newest ones, the oldest of them first.' }),
  open: z.array(openSchema).meta({
    description:
      'Detected payments and those that the newest block has confirmed, by the block that confirms them.',
  }),
  mempool: z.strictObject({ sats: count, payments: count }).meta({
    description: 'Detected payments that no block covers.',
  }),
  reorg: shownReorgSchema,
});

export const overviewSchema = z.strictObject({
  now: moment.meta({ description: 'The server’s clock.' }),
  networks: z.array(z.enum(NETWORKS)).meta({ description: 'The networks of the merchant’s keys.' }),
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

export function overviewAnswer(view: Overview, { now, appUrl }: Circumstances): OverviewAnswer {
  return wire(overviewSchema, view, {
    now: now.toISOString(),
    network: view.network ?? null,
    newest: view.newest.map((payment) => paymentAnswer(payment, appUrl)),
    worklist: view.worklist.map((group) => workGroupAnswer(group, appUrl)),
  });
}
