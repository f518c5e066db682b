import { z } from 'zod';
import { NETWORKS } from '@/lib/domain/network';
import { EVENT_TYPES } from '@/lib/domain/payment';

const at = z.iso.datetime();
const headers = z.array(z.tuple([z.string(), z.string()]));

const deliveryFields = {
  id: z.string(),
  payment_id: z.string(),
  reference: z.string().nullable(),
  network: z.enum(NETWORKS),
  api_key: z.object({ id: z.string(), name: z.string() }),
  event_type: z.enum(EVENT_TYPES),
  status: z.enum(['pending', 'delivering', 'delivered', 'failed']),
  attempt: z.int(),
  url: z.string(),
  last_error: z.string().nullable(),
  response_status: z.int().nullable(),
  created_at: at,
  delivered_at: at.nullable(),
  next_attempt_at: at.nullable(),
};

const deliveryRowAnswer = z.object({
  ...deliveryFields,
  /** Of the newest try. */
  duration_ms: z.int().nullable(),
  error_code: z.string().nullable(),
});
export type DeliveryRowAnswer = z.infer<typeof deliveryRowAnswer>;

export const deliveryPageAnswer = z.object({
  data: z.array(deliveryRowAnswer),
  pagination: z.object({
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    has_more: z.boolean(),
  }),
  can: z.object({ change: z.boolean() }),
});
export type DeliveryPageAnswer = z.infer<typeof deliveryPageAnswer>;

const timings = z.object({
  dns_ms: z.number().nullable(),
  connect_ms: z.number().nullable(),
  tls_ms: z.number().nullable(),
  first_byte_ms: z.number().nullable(),
  total_ms: z.number(),
});
export type TimingsAnswer = z.infer<typeof timings>;

const exchangeAnswer = z.object({
  url: z.string(),
  /** Null when no request was sent. */
  request: z.object({ headers, body: z.string() }).nullable(),
  /** Null when no answer came. */
  response: z
    .object({
      status: z.int(),
      headers,
      /** The first 4 KiB, made safe to show. */
      body: z.string(),
      body_bytes: z.int(),
    })
    .nullable(),
  remote_address: z.string().nullable(),
  timings: timings.nullable(),
  cause: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type ExchangeAnswer = z.infer<typeof exchangeAnswer>;

const tryAnswer = z.object({
  number: z.int(),
  started_at: at,
  finished_at: at.nullable(),
  outcome: z.enum(['delivered', 'failed', 'running', 'unknown']),
  exchange: exchangeAnswer,
});
export type TryAnswer = z.infer<typeof tryAnswer>;

export const deliveryDetailAnswer = z.object({
  ...deliveryFields,
  event_id: z.string(),
  body: z.string(),
  tries: z.array(tryAnswer),
  can: z.object({ change: z.boolean() }),
});
export type DeliveryDetailAnswer = z.infer<typeof deliveryDetailAnswer>;

/** `in_flight`: a try is under way, so there is nothing to do but wait for it. */
export const resendAnswer = z.object({ outcome: z.enum(['resent', 'in_flight']) });
export const resendFailedAnswer = z.object({ resent: z.int() });

export const testWebhookAnswer = z.object({
  event_id: z.string(),
  delivered: z.boolean(),
  exchange: exchangeAnswer,
});
export type TestWebhookAnswer = z.infer<typeof testWebhookAnswer>;

const findingAnswer = z.object({
  code: z.string(),
  kind: z.enum(['ok', 'problem', 'note']),
  title: z.string(),
  detail: z.string(),
});
export type FindingAnswer = z.infer<typeof findingAnswer>;

/** What became of a pasted request: whether a receiver takes it, and why. */
export const signatureReportAnswer = z.object({
  verdict: z.enum(['valid', 'untimely', 'invalid']),
  findings: z.array(findingAnswer),
});
export type SignatureReportAnswer = z.infer<typeof signatureReportAnswer>;
