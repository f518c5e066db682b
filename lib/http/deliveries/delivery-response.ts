import { z } from 'zod';
import { EVENT_TYPES, type EventType, isEventType } from '@/lib/domain/event-types';
import type { TestEventResult } from '@/lib/webhooks/delivery/send-test';
import type { DeliveryView } from '@/lib/webhooks/delivery/views/list-payment-deliveries';
import type { ResponseOf } from '../response';
import { idOf, moment } from '../response-fields';
import { serializeView } from '../serialize-view';

const eventType = z.enum(EVENT_TYPES);

export const deliverySchema = z
  .strictObject({
    id: idOf('delivery'),
    event_id: idOf('event').meta({
      description: 'The id of the event, which your endpoint gets as `X-Service-Event-Id`.',
    }),
    payment_id: idOf('payment'),
    event_type: eventType,
    status: z.enum(['pending', 'delivering', 'delivered', 'failed']),
    attempt: z.int().min(0).meta({ description: 'Number of attempts so far.' }),
    last_error: z.string().nullable().meta({ description: 'The last error, in words.' }),
    created_at: moment,
    delivered_at: moment.nullable(),
    next_attempt_at: moment
      .nullable()
      .meta({ description: 'Null when there is no further attempt, or while its URL is paused.' }),
    response_status: z.int().nullable().meta({ description: 'HTTP status of the last response.' }),
  })
  .meta({ id: 'WebhookDelivery', description: 'The delivery of one event to one URL.' });

export type DeliveryResponse = ResponseOf<typeof deliverySchema>;

/** A delivery of an event in our own format, not in the format of another API. */
type OwnDelivery = DeliveryView & { readonly eventType: EventType };

export function hasNativeEventFormat<View extends DeliveryView>(
  view: View,
): view is View & OwnDelivery {
  return isEventType(view.eventType);
}

/** The event may be in the format of another API. */
export const anyFormatDeliverySchema = deliverySchema.extend({ event_type: z.string() });

/** Returns a delivery as JSON. Every field is present; a field without a value is null. */
export function deliveryResponse(view: OwnDelivery): DeliveryResponse {
  return serializeView(deliverySchema, view);
}

export const testWebhookResultSchema = z
  .strictObject({
    event_id: idOf('event'),
    event_type: z.literal('payment.confirmed'),
    status: z.int().meta({ description: 'HTTP status of the endpoint; 0 without a response.' }),
    delivered: z.boolean().meta({ description: 'Whether the endpoint returned 2xx.' }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why the delivery failed and what to do; null on success.' }),
  })
  .meta({ id: 'TestWebhookResult' });

export function testWebhookResultResponse({
  exchange,
  ...result
}: TestEventResult): ResponseOf<typeof testWebhookResultSchema> {
  return serializeView(testWebhookResultSchema, result, {
    // The API sends no other type of test event.
    event_type: 'payment.confirmed',
    status: exchange.response?.status ?? 0,
    error: exchange.cause?.message ?? null,
  });
}
