import { z } from 'zod';
import { NETWORKS } from '@/lib/domain/network';
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from '@/lib/domain/payment';
import { DECISION_REASONS } from '@/lib/domain/worklist';
import type { InboxNote } from '@/lib/payments/inbox-note';
import type { ArrivingPayments } from '@/lib/payments/views/arriving';
import type { Home } from '@/lib/payments/views/home';
import type { ShownRefund } from '@/lib/refunds/shown-refunds';
import { priceJson } from '@/lib/webhooks/events/event-body';
import { chainSchema, reorgSchema } from '../chains/chains-response';
import { paymentResponse, paymentSchema } from '../payments/payment-response';
import { allowsFollowUpsSchema, inboxNoteFields } from '../payments/work-response';
import { priceSchema } from '../rates/price-response';
import {
  dashboardRefundResponse,
  dashboardRefundSchema,
} from '../refunds/dashboard-refund-response';
import type { ResponseOf } from '../response';
import { alteredRowSchema, count, moment } from '../response-fields';
import { serializeView } from '../serialize-view';

const failingSchema = z.strictObject({
  id: z.string(),
  name: z.string().nullable(),
  url: z.string(),
  failing: z
    .boolean()
    .meta({ description: 'False if the endpoint missed webhooks and works now.' }),
  failing_since: moment.nullable(),
  same_in_a_row: count.meta({ description: 'Failed attempts in a row with the last result.' }),
  last_status: z.int().nullable(),
  last_error: z.string().nullable(),
  switched_off_at: moment.nullable().meta({ description: 'After ten days of failures.' }),
  paid_orders_waiting: count.meta({
    description: 'Paid orders whose webhooks wait for the endpoint.',
  }),
  given_up: count.meta({
    description: 'Deliveries that were given up, and are not marked as done.',
  }),
});

const walletSchema = z.strictObject({
  id: z.string(),
  key_names: z.array(z.string()),
  unused_run: count,
  gap_limit: count,
});

const noticesSchema = z.strictObject({
  chains: z.array(chainSchema).meta({ description: 'Chains that are not followed.' }),
  reorgs: z.array(z.strictObject({ network: z.enum(NETWORKS), reorg: reorgSchema })),
  outbox: z
    .strictObject({ due: count, lag_seconds: count })
    .nullable()
    .meta({ description: 'Null while deliveries are on time.' }),
  failing: z.array(failingSchema).meta({ description: 'The most urgent first.' }),
  paused_endpoints: z.array(
    z.strictObject({ id: z.string(), host: z.string(), paused_at: moment }),
  ),
  wallets: z.array(walletSchema).meta({ description: 'Wallets near their gap limit.' }),
  expiring: z.array(z.strictObject({ id: z.string(), name: z.string(), expires_at: moment })),
  altered: z
    .array(alteredRowSchema)
    .meta({ description: 'Rows that were altered outside this program.' }),
});

const noteSchema = z.strictObject({
  subject: z
    .string()
    .meta({ description: 'The id of the payment, refund or other thing that the row is about.' }),
  ...inboxNoteFields,
});
export type InboxNoteResponse = ResponseOf<typeof noteSchema>;
export type NoticesResponse = ResponseOf<typeof noticesSchema>;

const decisionSchema = z.strictObject({
  payment: paymentSchema,
  reasons: z.array(z.enum(DECISION_REASONS)),
  settled: z.boolean().meta({
    description: 'Whether all its transactions have the required confirmations.',
  }),
  follow_up: z
    .strictObject({ status: z.enum(PAYMENT_STATUSES) })
    .nullable()
    .meta({ description: 'The newest follow-up payment, which requests the missing amount.' }),
  allows_follow_ups: allowsFollowUpsSchema,
});
export type DecisionResponse = ResponseOf<typeof decisionSchema>;

const arrivingPaymentSchema = z.strictObject({
  id: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  flags: z.array(z.enum(PAYMENT_FLAGS)),
  reference: z.string().nullable(),
  amount_sats: count,
  received_sats: count,
  price: priceSchema.nullable(),
  required_confirmations: z.int(),
  covered_height: z.int().nullable().meta({
    description: 'The block that covers the required amount; null while it is in the mempool.',
  }),
});

const blockSchema = z.strictObject({
  height: z.int(),
  hash: z.string(),
  time: moment
    .nullable()
    .meta({ description: 'The time in the block’s header; null if it was not stored.' }),
});

const arrivingSchema = z.strictObject({
  blocks: z.array(blockSchema).meta({ description: 'The newest blocks, in ascending order.' }),
  payments: z.array(arrivingPaymentSchema).meta({
    description:
      'Payments with money that is not confirmed, and payments that the newest block confirmed.',
  }),
  count: count.meta({ description: 'All payments with money that is not confirmed.' }),
  unpaid: count.meta({ description: 'Open payments that nothing was sent to.' }),
});
export type ArrivingPaymentsResponse = ResponseOf<typeof arrivingSchema>;

export const homeSchema = z.strictObject({
  now: moment.meta({ description: 'The server’s clock.' }),
  networks: z.array(z.enum(NETWORKS)).meta({ description: 'The networks of the merchant’s keys.' }),
  network: z
    .enum(NETWORKS)
    .nullable()
    .meta({ description: 'The network of the arriving payments.' }),
  inbox: z.strictObject({
    count: count.meta({ description: 'All open decisions.' }),
    payment_count: count.meta({ description: 'Open decisions about payments, shown or not.' }),
    decisions: z
      .array(decisionSchema)
      .meta({ description: 'The newest of the decisions about payments.' }),
    refunds: z
      .array(dashboardRefundSchema)
      .meta({ description: 'Refunds that wait for a member.' }),
    notices: noticesSchema,
    notes: z.array(noteSchema).meta({ description: 'The notes of all rows that have one.' }),
  }),
  arriving: arrivingSchema,
  setup: z
    .strictObject({
      steps: z
        .strictObject({
          wallet: z.boolean(),
          compared: z.boolean().meta({ description: 'Whether the device shows its address.' }),
          currency: z.boolean(),
          order: z.boolean().meta({ description: 'Whether a test order was confirmed.' }),
          shop: z.boolean().meta({ description: 'Whether a webhook was accepted.' }),
          live: z.boolean().meta({ description: 'Whether there is a key for real bitcoin.' }),
        })
        .meta({ description: 'The steps that are done.' }),
      wallet_id: z.string().nullable().meta({ description: 'The wallet to compare.' }),
      compared_by: z.string().nullable(),
      has_key: z.boolean(),
    })
    .nullable()
    .meta({ description: 'Null for a merchant that is set up.' }),
});
export type HomeResponse = ResponseOf<typeof homeSchema>;

interface Context {
  readonly refunds: readonly ShownRefund[];
  readonly notes: ReadonlyMap<string, InboxNote>;
  readonly now: Date;
  readonly appUrl: URL;
}

export function homeResponse(
  { inbox, payments, ...view }: Home,
  { now, appUrl, refunds, notes }: Context,
): HomeResponse {
  const decisions = inbox.decisions.flatMap(({ paymentId, reasons }) => {
    const found = payments.get(paymentId);
    if (!found) return [];
    const { settled, followUp } = found;
    return {
      payment: paymentResponse(found, appUrl),
      reasons: [...reasons],
      settled,
      follow_up: followUp && { status: followUp.status },
      allows_follow_ups: !found.extra?.noFollowUps,
    };
  });
  return {
    now: now.toISOString(),
    networks: [...view.networks],
    network: view.network ?? null,
    inbox: {
      count: inbox.count + refunds.length,
      payment_count: inbox.paymentCount,
      decisions,
      refunds: refunds.map(dashboardRefundResponse),
      notices: serializeView(noticesSchema, inbox.notices),
      notes: [...notes].map(([subject, own]) => ({ subject, ...own })),
    },
    arriving: arrivingAnswer(view.arriving),
    setup: view.setup && {
      steps: view.setup.steps,
      wallet_id: view.setup.walletId,
      compared_by: view.setup.comparedBy,
      has_key: view.setup.hasKey,
    },
  };
}

function arrivingAnswer(view: ArrivingPayments): ArrivingPaymentsResponse {
  const payments = view.payments.map((payment) =>
    serializeView(arrivingPaymentSchema, payment, {
      price: payment.price && priceJson(payment.price),
    }),
  );
  return serializeView(arrivingSchema, view, { payments });
}
