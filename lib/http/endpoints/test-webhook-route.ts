import { z } from 'zod';
import { listPaymentDeliveries } from '@/lib/webhooks/delivery/views/list-payment-deliveries';
import {
  deliveryResponse,
  deliverySchema,
  hasNativeEventFormat,
  testWebhookResultResponse,
  testWebhookResultSchema,
} from '../deliveries/delivery-response';
import { webhookUrl } from '../input/fields';
import { route } from '../route';
import { BODY_PROBLEMS, COMMON_PROBLEMS } from '../usual-problems';
import { testWebhook } from './test-webhook';

const listRoute = route({
  method: 'GET',
  path: '/v1/btc/payments/{id}/webhook-deliveries',
  who: 'key',
  answer: z.array(deliverySchema),
  docs: {
    id: 'listWebhookDeliveries',
    tag: 'Webhooks',
    summary: 'List webhook deliveries',
    description: 'The deliveries to the `webhook_url` of a payment: an array, oldest first.',
    answers: { 200: { description: 'The deliveries.' } },
    problems: [...COMMON_PROBLEMS, 'payment_not_found'],
  },
  async handle({ api, actor, params }) {
    const deliveries = await listPaymentDeliveries(api.db, actor, params.id);
    return deliveries.filter(hasNativeEventFormat).map(deliveryResponse);
  },
});

const testRoute = route({
  method: 'POST',
  path: '/v1/webhooks/test',
  who: 'key',
  body: z
    .strictObject({
      webhook_url: webhookUrl.meta({
        description:
          'Public endpoint that receives the event. It must accept server-to-server requests, without challenges, captchas or login redirects.',
      }),
    })
    .meta({ id: 'TestWebhook' }),
  answer: testWebhookResultSchema,
  docs: {
    id: 'sendTestWebhook',
    tag: 'Webhooks',
    summary: 'Send a test webhook',
    description:
      'Sends a synthetic `payment.confirmed` to a URL immediately, signed with the signing secret of this API key. No payment is created and nothing is stored. The response is 200 whether or not it was delivered. A merchant may send 30 a minute, unless the server has other limits.',
    answers: { 200: { description: 'The result.' } },
    problems: [...COMMON_PROBLEMS, ...BODY_PROBLEMS, 'webhook_url_rejected'],
  },
  async handle({ api, actor, body, now }) {
    const testRequest = { apiKeyId: actor.apiKeyId, webhookUrl: body.webhook_url };
    return testWebhookResultResponse(await testWebhook(api, actor, testRequest, now));
  },
});

export const paymentWebhookRoutes = [listRoute, testRoute] as const;
