import { z } from 'zod';
import { DELIVERY_STATES } from '@/lib/webhooks/delivery/views/delivery-filter';
import type { ExchangeView } from '@/lib/webhooks/delivery/views/exchange-view';
import type { DeliveryDetail } from '@/lib/webhooks/delivery/views/get-delivery';
import type { DeliveryRow } from '@/lib/webhooks/delivery/views/search-deliveries';
import type { ResponseOf } from '../response';
import { count, moment, namedSchema, paginationSchema } from '../response-fields';
import { serializeView } from '../serialize-view';
import { anyFormatDeliverySchema } from './delivery-response';

const merchantsSchema = anyFormatDeliverySchema.extend({
  reference: z.string().nullable(),
  api_key: namedSchema,
  url: z.string(),
});

const rowSchema = merchantsSchema
  .extend({
    duration_ms: z.int().nullable().meta({ description: 'How long the newest attempt took.' }),
    error_code: z.string().nullable(),
  })
  .meta({ id: 'DeliveryRow' });
export type DeliveryRowResponse = ResponseOf<typeof rowSchema>;

export const deliveryPageSchema = z.strictObject({
  data: z.array(rowSchema),
  pagination: paginationSchema,
  counts: z
    .record(z.enum(DELIVERY_STATES), count)
    .meta({ description: 'The number of matching deliveries in each state.' }),
  can: z.strictObject({ change: z.boolean() }),
});
export type DeliveryPageResponse = ResponseOf<typeof deliveryPageSchema>;

export function deliveryRowResponse({
  apiKeyId,
  keyName,
  ...row
}: DeliveryRow): DeliveryRowResponse {
  return serializeView(rowSchema, row, { api_key: { id: apiKeyId, name: keyName } });
}

const headers = z.array(z.tuple([z.string(), z.string()]));

const timingsSchema = z.strictObject({
  dns_ms: z.number().nullable(),
  connect_ms: z.number().nullable(),
  tls_ms: z.number().nullable(),
  first_byte_ms: z.number().nullable(),
  total_ms: z.number(),
});
export type TimingsResponse = ResponseOf<typeof timingsSchema>;

export const httpExchangeSchema = z.strictObject({
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
export type HttpExchangeResponse = ResponseOf<typeof httpExchangeSchema>;

export function httpExchangeResponse({ response, ...view }: ExchangeView): HttpExchangeResponse {
  return serializeView(httpExchangeSchema, {
    ...view,
    response: response && { ...response, body: response.body.text, bodyBytes: response.body.bytes },
  });
}

const attemptSchema = z.strictObject({
  number: z.int(),
  started_at: moment,
  outcome: z.enum(['delivered', 'failed', 'running', 'unknown']),
  exchange: httpExchangeSchema,
});
export type AttemptResponse = ResponseOf<typeof attemptSchema>;

export const deliveryDetailSchema = merchantsSchema
  .extend({
    body: z.string(),
    attempts: z.array(attemptSchema),
    can: z.strictObject({ change: z.boolean() }),
  })
  .meta({ id: 'DeliveryDetail' });
export type DeliveryDetailResponse = ResponseOf<typeof deliveryDetailSchema>;

export function deliveryDetailResponse(
  { apiKeyId, keyName, ...detail }: DeliveryDetail,
  change: boolean,
): DeliveryDetailResponse {
  return serializeView(deliveryDetailSchema, detail, {
    api_key: { id: apiKeyId, name: keyName },
    attempts: detail.attempts.map((attempt) =>
      serializeView(attemptSchema, attempt, { exchange: httpExchangeResponse(attempt.exchange) }),
    ),
    can: { change },
  });
}
