import { z } from 'zod';
import { testWebhookBody } from '../operations/test-webhook';
import { type DocumentedOperation, EVERYWHERE, OF_A_BODY } from './documented-operation';
import { deliverySchema, testResultSchema } from './webhook-schemas';

export const WEBHOOK_OPERATIONS: readonly DocumentedOperation[] = [
  {
    method: 'GET',
    path: '/v1/btc/payments/{id}/webhook-deliveries',
    id: 'listWebhookDeliveries',
    tag: 'Webhooks',
    summary: 'List webhook deliveries',
    description:
      'What was sent, or is to be sent, to the `webhook_url` of a payment: an array, oldest first.',
    answers: {
      200: {
        description: 'The deliveries.',
        schema: z.array(deliverySchema),
      },
    },
    problems: [...EVERYWHERE, 'payment_not_found'],
  },
  {
    method: 'POST',
    path: '/v1/webhooks/test',
    id: 'sendTestWebhook',
    tag: 'Webhooks',
    summary: 'Send a test webhook',
    description:
      'Sends a synthetic `payment.confirmed` to a URL at once, signed with the signing secret of this API key. No payment is created and nothing is stored. The answer is 200 whether or not it was delivered.',
    body: { schema: testWebhookBody, required: true },
    answers: { 200: { description: 'What became of it.', schema: testResultSchema } },
    problems: [...EVERYWHERE, ...OF_A_BODY, 'webhook_url_rejected'],
  },
];
