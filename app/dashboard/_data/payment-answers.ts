import { z } from 'zod';
import { NETWORKS } from '@/lib/domain/network';
import { EVENT_TYPES, PAYMENT_FLAGS, PAYMENT_STATUSES } from '@/lib/domain/payment';
import { CHANGE_KINDS } from '@/lib/domain/payment-story';

const at = z.iso.datetime();

/** A payment as the API shows it. */
export const paymentAnswer = z.object({
  id: z.string(),
  address: z.string(),
  txid: z.string().nullable(),
  amount_sats: z.int(),
  underpayment_tolerance_ppm: z.int(),
  received_sats: z.int(),
  status: z.enum(PAYMENT_STATUSES),
  flags: z.array(z.enum(PAYMENT_FLAGS)).readonly(),
  confirmations: z.int(),
  required_confirmations: z.int(),
  network: z.enum(NETWORKS),
  created_at: at,
  expires_at: at,
  detected_at: at.nullable(),
  confirmed_at: at.nullable(),
  canceled_at: at.nullable(),
  reference: z.string().nullable(),
  webhook_url: z.string().nullable(),
  checkout_url: z.string(),
  payment_uri: z.string(),
});
export type PaymentAnswer = z.infer<typeof paymentAnswer>;

export const paymentPageAnswer = z.object({
  data: z.array(paymentAnswer),
  pagination: z.object({
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    has_more: z.boolean(),
  }),
});
export type PaymentPageAnswer = z.infer<typeof paymentPageAnswer>;

const deliveryAnswer = z.object({
  id: z.string(),
  event_type: z.enum(EVENT_TYPES),
  status: z.enum(['pending', 'delivering', 'delivered', 'failed']),
  attempt: z.int(),
  last_error: z.string().nullable(),
  response_status: z.int().nullable(),
  created_at: at,
  next_attempt_at: at.nullable(),
});

const outputAnswer = z.object({
  txid: z.string(),
  vout: z.int(),
  sats: z.int(),
  height: z.int().nullable(),
  confirmations: z.int(),
  first_seen_at: at,
  gone: z.boolean(),
  replaced_by: z.string().nullable(),
});
export type OutputAnswer = z.infer<typeof outputAnswer>;

const change = z.object({
  kind: z.literal('change'),
  at,
  what: z.enum(CHANGE_KINDS),
  status: z.enum(PAYMENT_STATUSES),
  received_sats: z.int(),
  /** What came in or went out with this change. */
  difference_sats: z.int(),
  txid: z.string().nullable(),
  height: z.int().nullable(),
  late: z.boolean(),
});

/** One thing that happened to a payment. */
export const timelineEntryAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('created'), at }),
  change,
  z.object({
    kind: z.literal('event'),
    at,
    event_id: z.string(),
    event_type: z.enum(EVENT_TYPES),
    url: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('try'),
    at,
    delivery_id: z.string(),
    event_type: z.enum(EVENT_TYPES),
    number: z.int(),
    finished_at: at.nullable(),
    response_status: z.int().nullable(),
    error: z.string().nullable(),
    total_ms: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('act'),
    at,
    act: z.string(),
    person: z.string(),
    /** What was simulated on the sandbox chain, if the act was that. */
    simulated: z.string().nullable(),
  }),
]);
export type TimelineEntryAnswer = z.infer<typeof timelineEntryAnswer>;

export const paymentDetailAnswer = z.object({
  payment: paymentAnswer,
  api_key: z.object({ id: z.string(), name: z.string() }),
  required_sats: z.int(),
  expired_at: at.nullable(),
  chain_height: z.int().nullable(),
  /** Null for a customer-provided address. */
  derivation: z
    .object({
      wallet_id: z.string(),
      index: z.int(),
      path: z.string(),
      fingerprint: z.string(),
      descriptor: z.string(),
    })
    .nullable(),
  outputs: z.array(outputAnswer),
  deliveries: z.array(deliveryAnswer),
  timeline: z.array(timelineEntryAnswer),
  can: z.object({ change: z.boolean(), cancel: z.boolean(), simulate: z.boolean() }),
});
export type PaymentDetailAnswer = z.infer<typeof paymentDetailAnswer>;
