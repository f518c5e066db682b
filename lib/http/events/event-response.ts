import { z } from 'zod';
import { DEFAULT_EVENT_TYPES, EVENT_TYPES, REFUND_EVENT_TYPES } from '@/lib/domain/event-types';
import { PAYMENT_STATUSES } from '@/lib/domain/payment';
import { REVERT_REASONS } from '@/lib/domain/payment-events';
import type { EventData } from '@/lib/webhooks/events/event-body';
import type { EventPage, ListedEvent } from '@/lib/webhooks/events/list-events';
import { priceSchema } from '../rates/price-response';
import { refundSchema } from '../refunds/refund-response';
import type { ResponseOf } from '../response';
import { idOf, metadataSchema, moment, sats, txid } from '../response-fields';

const version = z.literal('1').meta({ description: 'Version of this schema.' });

const sentFields = {
  payment_id: z.string(),
  txid,
  address: z.string(),
  amount_sats: sats(1),
  received_sats: sats(0),
  confirmations: z.int().min(0),
  webhook_url: z.string(),
  metadata: metadataSchema,
  description: z.string().nullable().meta({ description: 'As given at creation.' }),
  price: priceSchema.nullable().meta({ description: 'The price of the payment.' }),
} satisfies Record<Exclude<keyof EventData, 'status' | 'reason' | 'refund'>, z.ZodType>;

const sentData = z.strictObject(sentFields);

/** The body of a default webhook event. In a test event, the payment is `pay_test_…`. */
export const webhookEventSchema = z
  .strictObject({ version, type: z.enum(DEFAULT_EVENT_TYPES), data: sentData })
  .meta({
    id: 'WebhookEvent',
    description: 'The body of a webhook. Every attempt sends the same bytes.',
  });

const chosenFields = {
  txid: txid.nullable().meta({ description: 'Null while the payment has received nothing.' }),
  status: z
    .enum(PAYMENT_STATUSES)
    .meta({ description: 'The status of the payment after the event.' }),
  reason: z.enum(REVERT_REASONS).nullable().meta({
    description:
      'Why `payment.reverted` was sent: `replaced` if a transaction was replaced, double-spent or dropped; `reorged` if a reorg undid the confirmation. Null for other events.',
  }),
} satisfies Partial<Record<keyof EventData, z.ZodType>>;

export const optInEventSchema = z
  .strictObject({
    version,
    type: z.enum(EVENT_TYPES).exclude([...DEFAULT_EVENT_TYPES, ...REFUND_EVENT_TYPES]),
    data: sentData.extend(chosenFields),
  })
  .meta({
    id: 'ChosenWebhookEvent',
    description: 'The body of a webhook. Every attempt sends the same bytes.',
  });

export const refundEventSchema = z
  .strictObject({
    version,
    type: z.enum(REFUND_EVENT_TYPES),
    data: sentData.extend({ ...chosenFields, refund: refundSchema }),
  })
  .meta({
    id: 'RefundWebhookEvent',
    description: 'The body of a webhook. Every attempt sends the same bytes.',
  });

const { status, reason } = chosenFields;

export const eventSchema = z
  .strictObject({
    id: idOf('event').meta({
      description: 'The id that your endpoint gets as `X-Service-Event-Id`, and the next `after`.',
    }),
    version,
    type: z.enum(EVENT_TYPES),
    created_at: moment,
    data: sentData.extend({
      txid: chosenFields.txid,
      webhook_url: z.string().nullable().meta({ description: 'Null if the payment has none.' }),
      status: status.optional(),
      reason: reason.optional(),
      refund: refundSchema.optional(),
    }),
  })
  .meta({ id: 'PaymentEvent', description: 'An event, with the same data as its webhook.' });

export const eventPageSchema = z
  .strictObject({
    data: z.array(eventSchema).meta({ description: 'In the order in which to read them.' }),
    pagination: z.strictObject({
      limit: z.int().min(1).max(100),
      has_more: z.boolean(),
      next_after: z.string().nullable().meta({
        description:
          'The `after` of your next request. It is the id of the last event of this page; on an empty page, it is the `after` that you sent. Null while there is no event yet.',
      }),
    }),
  })
  .meta({ id: 'EventPage' });

export function eventPageResponse(
  { events, hasMore, nextAfter }: EventPage,
  limit: number,
): ResponseOf<typeof eventPageSchema> {
  return {
    data: events.map(eventResponse),
    pagination: { limit, has_more: hasMore, next_after: nextAfter ?? null },
  };
}

type Shown = ResponseOf<typeof eventSchema>;

export function eventResponse({ id, createdAt, body }: ListedEvent): Shown {
  const { version: of, type, data } = webhookBody(body);
  return { id, version: of, type, created_at: createdAt.toISOString(), data };
}

function webhookBody(text: string): Pick<Shown, 'version' | 'type' | 'data'> {
  return JSON.parse(text);
}
