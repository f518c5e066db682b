import { z } from 'zod';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { canMakeChanges } from '@/lib/domain/roles';
import { checkSignature } from '@/lib/webhooks/check-signature';
import { resendDeliveries } from '@/lib/webhooks/delivery/resend-deliveries';
import { resendDelivery } from '@/lib/webhooks/delivery/resend-delivery';
import { getDelivery } from '@/lib/webhooks/delivery/views/get-delivery';
import { searchDeliveries } from '@/lib/webhooks/delivery/views/search-deliveries';
import { testWebhook } from '../endpoints/test-webhook';
import {
  dashboardTestWebhookResponse,
  dashboardTestWebhookSchema,
} from '../endpoints/webhook-response';
import { integerParameter, webhookUrl } from '../input/fields';
import { pageResponse } from '../response-fields';
import { route } from '../route';
import {
  deliveryDetailResponse,
  deliveryDetailSchema,
  deliveryPageSchema,
  deliveryRowResponse,
} from './delivery-detail-response';
import { deliveryFilterFields, toDeliveryFilter } from './filter-query';

const PAGE = 50;

const listRoute = route({
  method: 'GET',
  path: '/api/dashboard/deliveries',
  who: 'member',
  query: z.strictObject({
    ...deliveryFilterFields,
    limit: integerParameter(1, 100).default(PAGE),
    offset: integerParameter(0, 1_000_000).default(0),
  }),
  answer: deliveryPageSchema,
  async handle({ api, actor, query, now }) {
    const { limit, offset } = query;
    const filter = { ...toDeliveryFilter(query, now), state: query.status };
    const page = await searchDeliveries(api.db, actor, filter, { limit, offset });
    const { deliveries, total, counts } = page;
    return {
      ...pageResponse(deliveries.map(deliveryRowResponse), { total, limit, offset }),
      counts,
      can: { change: canMakeChanges(actor.role) },
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
    return deliveryDetailResponse(detail, canMakeChanges(actor.role));
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

/** Resends the deliveries that the filters match. `all` includes delivered ones. */
const resendManyRoute = route({
  method: 'POST',
  path: '/api/dashboard/deliveries/resend',
  who: 'member',
  body: z.strictObject({ ...deliveryFilterFields, status: z.enum(['failing', 'failed', 'all']) }),
  answer: z.strictObject({ resent: z.int() }),
  async handle({ api, actor, body: { status, ...filters }, now }) {
    const filter = {
      ...toDeliveryFilter(filters, now),
      ...(status !== 'all' && { state: status }),
    };
    return { resent: await resendDeliveries(api.db, actor, filter, now) };
  },
});

const testRoute = route({
  method: 'POST',
  path: '/api/dashboard/webhooks/test',
  who: 'member',
  body: z.strictObject({
    key: z.string().max(100),
    webhook_url: webhookUrl,
    event: z.enum(EVENT_TYPES).optional(),
  }),
  answer: dashboardTestWebhookSchema,
  async handle({ api, actor, body, now }) {
    const request = { apiKeyId: body.key, webhookUrl: body.webhook_url, type: body.event };
    return dashboardTestWebhookResponse(await testWebhook(api, actor, request, now));
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

/** POST keeps the pasted text out of URLs. The text is not stored or logged. */
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
  resendManyRoute,
  detailRoute,
  resendRoute,
  testRoute,
  checkRoute,
] as const;
