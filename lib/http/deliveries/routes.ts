import { z } from 'zod';
import { canChange } from '@/lib/domain/roles';
import { checkSignature } from '@/lib/webhooks/check-signature';
import { resendDelivery } from '@/lib/webhooks/delivery/resend-delivery';
import { resendFailed } from '@/lib/webhooks/delivery/resend-failed';
import { getDelivery } from '@/lib/webhooks/delivery/views/get-delivery';
import { searchDeliveries } from '@/lib/webhooks/delivery/views/search-deliveries';
import { pageAnswer } from '../answer-fields';
import { testWebhook } from '../endpoints/test-webhook';
import { merchantTestAnswer, merchantTestSchema } from '../endpoints/webhook-answer';
import { decimal, webhookUrl } from '../input/fields';
import { route } from '../route';
import {
  deliveryDetailAnswer,
  deliveryDetailSchema,
  deliveryPageSchema,
  deliveryRowAnswer,
} from './delivery-detail-answer';
import { deliveryFilterFields, toDeliveryFilter } from './filter-query';

const PAGE = 50;

const listRoute = route({
  method: 'GET',
  path: '/api/dashboard/deliveries',
  who: 'member',
  query: z.strictObject({
    ...deliveryFilterFields,
    limit: decimal(1, 100).default(PAGE),
    offset: decimal(0, 1_000_000).default(0),
  }),
  answer: deliveryPageSchema,
  async handle({ api, actor, query, now }) {
    const { limit, offset } = query;
    const filter = { ...toDeliveryFilter(query, now), state: query.status };
    const { deliveries, total } = await searchDeliveries(api.db, actor, filter, { limit, offset });
    return {
      ...pageAnswer(deliveries.map(deliveryRowAnswer), { total, limit, offset }),
      can: { change: canChange(actor.role) },
    };
  },
});

const detailRoute = route({
  method: 'GET',
  path: '/api/dashboard/deliveries/{id}',
  who: 'member',
  answer: deliveryDetailSchema,
  async handle({ api, actor, params }) {
    const detail = await getDelivery(api.db, actor, params.id);
    return deliveryDetailAnswer(detail, canChange(actor.role));
  },
});

const resendRoute = route({
  method: 'POST',
  path: '/api/dashboard/deliveries/{id}/resend',
  who: 'member',
  answer: z.strictObject({
    outcome: z.enum(['resent', 'in_flight']).meta({
      description: '`in_flight`: an attempt is under way, so nothing was changed.',
    }),
  }),
  async handle({ api, actor, params, now }) {
    return { outcome: await resendDelivery(api.db, actor, params.id, now) };
  },
});

const { status: _, ...filtersOfFailed } = deliveryFilterFields;

/** Resends the failed deliveries that match the filters of the list. */
const resendFailedRoute = route({
  method: 'POST',
  path: '/api/dashboard/deliveries/resend-failed',
  who: 'member',
  body: z.strictObject(filtersOfFailed),
  answer: z.strictObject({ resent: z.int() }),
  async handle({ api, actor, body, now }) {
    return { resent: await resendFailed(api.db, actor, toDeliveryFilter(body, now), now) };
  },
});

const testRoute = route({
  method: 'POST',
  path: '/api/dashboard/webhooks/test',
  who: 'member',
  body: z.strictObject({ key: z.string().max(100), webhook_url: webhookUrl }),
  answer: merchantTestSchema,
  async handle({ api, actor, body, now }) {
    const request = { apiKeyId: body.key, webhookUrl: body.webhook_url };
    return merchantTestAnswer(await testWebhook(api, actor, request, now));
  },
});

const NO_SECRET = 'Paste the signing secret, or choose a key.';

const checkBody = z
  .strictObject({
    headers: z.string().trim().min(1, { error: 'Paste the headers.' }),
    body: z.string(),
    key: z.string().max(100).optional(),
    secret: z.string().trim().min(1, { error: NO_SECRET }).max(500).optional(),
  })
  .refine(({ key, secret }) => (key === undefined) !== (secret === undefined), {
    path: ['key'],
    error: 'Give either a key or a secret.',
  });

/** The method is POST, to keep the pasted text out of URLs; the text is not stored or logged. */
const checkRoute = route({
  method: 'POST',
  path: '/api/dashboard/webhooks/check',
  who: 'member',
  body: checkBody,
  answer: z.strictObject({ code: z.string(), text: z.string() }),
  handle: ({ api, actor, body, now }) => checkSignature(api.db, api.vault, actor, body, now),
});

export const dashboardDeliveryRoutes = [
  listRoute,
  resendFailedRoute,
  detailRoute,
  resendRoute,
  testRoute,
  checkRoute,
] as const;
