import { z } from 'zod';
import type { ExchangeView } from '@/lib/webhooks/delivery/views/exchange-view';
import type { DeliveryDetail } from '@/lib/webhooks/delivery/views/get-delivery';
import type { DeliveryRow } from '@/lib/webhooks/delivery/views/search-deliveries';
import type { Answer } from '../answer';
import { moment, named, paginationSchema } from '../answer-fields';
import { wire } from '../wire';
import { deliverySchema } from './delivery-answer';

const merchantsSchema = deliverySchema.extend({
  reference: z.string().nullable(),
  api_key: named,
  url: z.string(),
});

const rowSchema = merchantsSchema
  .extend({
    duration_ms: z.int().nullable().meta({ description: 'Of the newest attempt.' }),
    error_code: z.string().nullable(),
  })
  .meta({ id: 'DeliveryRow' });
export type DeliveryRowAnswer = Answer<typeof rowSchema>;

export const deliveryPageSchema = z.strictObject({
  data: z.array(rowSchema),
  pagination: paginationSchema,
  can: z.strictObject({ change: z.boolean() }),
});
export type DeliveryPageAnswer = Answer<typeof deliveryPageSchema>;

export function deliveryRowAnswer({ apiKeyId, keyName, ...row }: DeliveryRow): DeliveryRowAnswer {
  return wire(rowSchema, row, { api_key: { id: apiKeyId, name: keyName } });
}

const headers = z.array(z.tuple([z.string(), z.string()]));

const timingsSchema = z.strictObject({
  dns_ms: z.number().nullable(),
  connect_ms: z.number().nullable(),
  tls_ms: z.number().nullable(),
  first_byte_ms: z.number().nullable(),
  total_ms: z.number(),
});
export type TimingsAnswer = Answer<typeof timingsSchema>;

export const exchangeSchema = z.strictObject({
  url: z.string(),
  request: z
    .strictObject({ headers, body: z.string() })
    .nullable()
    .meta({ description: 'Null when no request was sent.' }),
  response: z
    .strictObject({
      status: z.int(),
      headers,
      body: z.string().meta({ description: 'The first 4 KiB, made safe to show.' }),
      body_bytes: z.int(),
      note: z
        .string()
        .nullable()
        .meta({ description: 'What was wrong with the headers or the body.' }),
    })
    .nullable()
    .meta({ description: 'Null when there was no response.' }),
  remote_address: z.string().nullable(),
  timings: timingsSchema.nullable(),
  cause: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
});
export type ExchangeAnswer = Answer<typeof exchangeSchema>;

type Timings = NonNullable<ExchangeView['timings']>;

export function exchangeAnswer({ response, timings, ...view }: ExchangeView): ExchangeAnswer {
  const shownTimings: Omit<Timings, 'persistent' | 'resent'> | null = timings;
  return wire(exchangeSchema, {
    ...view,
    response: response && { ...response, body: response.body.text, bodyBytes: response.body.bytes },
    timings: shownTimings,
  });
}

const attemptSchema = z.strictObject({
  number: z.int(),
  started_at: moment,
  outcome: z.enum(['delivered', 'failed', 'running', 'unknown']),
  exchange: exchangeSchema,
});
export type AttemptAnswer = Answer<typeof attemptSchema>;

export const deliveryDetailSchema = merchantsSchema
  .extend({
    body: z.string(),
    attempts: z.array(attemptSchema),
    can: z.strictObject({ change: z.boolean() }),
  })
  .meta({ id: 'DeliveryDetail' });
export type DeliveryDetailAnswer = Answer<typeof deliveryDetailSchema>;

export function deliveryDetailAnswer(
  { apiKeyId, keyName, ...detail }: DeliveryDetail,
  change: boolean,
): DeliveryDetailAnswer {
  return wire(deliveryDetailSchema, detail, {
    api_key: { id: apiKeyId, name: keyName },
    attempts: detail.attempts.map((attempt) =>
      wire(attemptSchema, attempt, { exchange: exchangeAnswer(attempt.exchange) }),
    ),
    can: { change },
  });
}
