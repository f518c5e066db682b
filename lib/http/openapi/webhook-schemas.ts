import { z } from 'zod';
import { EVENT_TYPES } from '@/lib/domain/payment';
import type { EventData } from '@/lib/webhooks/event-body';
import type { testResultJson } from '../operations/test-webhook';
import { idOf, moment, sats, txid } from './payment-schemas';

const eventType = z.enum(EVENT_TYPES);

export const deliverySchema = z
  .strictObject({
    id: idOf('dlv'),
    payment_id: idOf('pay'),
    event_type: eventType,
    status: z.enum(['pending', 'delivering', 'delivered', 'failed']),
    attempt: z.int().min(0).meta({ description: 'Tries made so far.' }),
    last_error: z.string().nullable().meta({ description: 'What went wrong last, in words.' }),
    created_at: moment,
    delivered_at: moment.nullable(),
    next_attempt_at: moment.nullable().meta({ description: 'Null when no try is to come.' }),
    response_status: z.int().nullable().meta({ description: 'HTTP status of the last answer.' }),
  })
  .meta({ id: 'WebhookDelivery', description: 'One event on its way to one URL.' });

export const testResultSchema = z
  .strictObject({
    event_id: idOf('evt'),
    event_type: z.literal('payment.confirmed'),
    status: z.int().meta({ description: 'HTTP status of the receiver; 0 when none came.' }),
    delivered: z.boolean().meta({ description: 'Whether the receiver answered 2xx.' }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why it was not delivered and what to do; null when it was.' }),
  } satisfies Record<keyof ReturnType<typeof testResultJson>, z.ZodType>)
  .meta({ id: 'TestWebhookResult' });

/** The body of a webhook; that of a test names a payment `pay_test_…`. */
export const webhookEventSchema = z
  .strictObject({
    version: z.literal('1').meta({ description: 'Version of this schema.' }),
    type: eventType,
    data: z.strictObject({
      payment_id: z.string(),
      txid,
      address: z.string(),
      amount_sats: sats(1),
      received_sats: sats(0),
      confirmations: z.int().min(0),
      webhook_url: z.string(),
    } satisfies Record<keyof EventData, z.ZodType>),
  })
  .meta({ id: 'WebhookEvent', description: 'The same bytes on every try.' });
