import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import {
  type EventType,
  eventTypeInfo,
  isSentByDefault,
  REFUND_EVENT_TYPES,
} from '@/lib/domain/event-types';
import { RETRY_WINDOW_TEXT } from '@/lib/domain/retry-schedule';
import { EXCHANGE_LIMITS } from '@/lib/webhooks/transport/progress';
import { optInEventSchema, refundEventSchema, webhookEventSchema } from '../events/event-response';
import { EXAMPLES } from './examples';

const FIRST_BYTE_SECONDS = EXCHANGE_LIMITS.firstByteMs / 1_000;
const TOTAL_SECONDS = EXCHANGE_LIMITS.totalMs / 1_000;

const REFERENCE_HEADER = {
  name: 'X-Service-Reference',
  in: 'header',
  required: false,
  description: "The payment's `reference`, percent-encoded in UTF-8; absent without one.",
  schema: { type: 'string' },
} as const;

export const WEBHOOK_HEADERS: Readonly<Record<string, string>> = {
  'X-Service-Event-Id': 'Id of the event: the same on every attempt and resend.',
  'X-Service-Event-Type': 'Type of the event.',
  'X-Service-Timestamp': 'Unix time of this attempt, in seconds.',
  'X-Service-Signature':
    '`sha256=` and the hex HMAC-SHA256 of timestamp, `.` and the raw body; one per valid secret, separated by commas, the newest first.',
  'X-Service-Event-Created': 'When the event happened, in ISO 8601, in UTC.',
  'X-Event-ID': 'As X-Service-Event-Id, for older integrations.',
  'X-Event-Type': 'As X-Service-Event-Type, for older integrations.',
  'X-Signature': '`sha256=` and the hex HMAC-SHA256 of the raw body, for older integrations.',
  'webhook-id': 'As X-Service-Event-Id, for Standard Webhooks 1.0.',
  'webhook-timestamp': 'As X-Service-Timestamp, for Standard Webhooks 1.0.',
  'webhook-signature': 'The signature of Standard Webhooks 1.0.',
};

export function describeWebhook(type: EventType): ZodOpenApiPathItemObject {
  const { summary, when, more } = eventTypeInfo(type);
  const example = EXAMPLES.webhooks[type];
  const to = isSentByDefault(type) ? '' : ', if this type is selected for the API key';
  return {
    post: {
      operationId: operationId(type),
      tags: ['Webhooks'],
      summary,
      description: `${more ? `${when} ${more}` : when} POSTed to the payment's \`webhook_url\`${to}. Verify the signature over the raw body before you act on it, and store the event id: an event may arrive twice.`,
      security: [],
      parameters: [
        ...Object.entries(WEBHOOK_HEADERS).map(([name, description]) => ({
          ...REFERENCE_HEADER,
          name,
          required: true,
          description,
        })),
        REFERENCE_HEADER,
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemaOf(type),
            ...(example === undefined ? {} : { example }),
          },
        },
      },
      responses: {
        '2XX': {
          description: `The event is accepted. Any other response, or no status line within ${FIRST_BYTE_SECONDS} seconds of the request and ${TOTAL_SECONDS} seconds of the beginning, is retried for ${RETRY_WINDOW_TEXT}.`,
        },
        '410': { description: 'The endpoint is gone, so the delivery ends.' },
      },
    },
  };
}

function schemaOf(type: EventType) {
  if (isSentByDefault(type)) return webhookEventSchema;
  return REFUND_EVENT_TYPES.some((one) => one === type) ? refundEventSchema : optInEventSchema;
}

/** Returns `onPaymentDetected` for `payment.detected`. */
function operationId(type: EventType): string {
  const words = type.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `on${words.join('')}`;
}
