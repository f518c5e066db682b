import { z } from 'zod';
import { MAX_UNIX_SECONDS } from '@/lib/domain/limits';
import type { ProblemCode } from '@/lib/domain/problems';
import { resendDeliveries } from '@/lib/webhooks/delivery/resend-deliveries';
import { resendDelivery } from '@/lib/webhooks/delivery/resend-delivery';
import { listEndpoints, readEndpoint } from '@/lib/webhooks/endpoints/list-endpoints';
import { pauseEndpoint } from '@/lib/webhooks/endpoints/pause-endpoint';
import { resumeEndpoint } from '@/lib/webhooks/endpoints/resume-endpoint';
import { integerParameter, wholeNumber } from '../input/fields';
import { count, pageResponse } from '../response-fields';
import { route } from '../route';
import { BODY_PROBLEMS, COMMON_PROBLEMS } from '../usual-problems';
import {
  publicEndpointPageSchema,
  publicEndpointResponse,
  publicEndpointSchema,
} from './endpoint-response';

const DEFAULT_LIMIT = 50;

const PROBLEMS: readonly ProblemCode[] = [...COMMON_PROBLEMS, 'management_not_allowed'];
const OF_AN_ID: readonly ProblemCode[] = [...PROBLEMS, ...BODY_PROBLEMS, 'not_found'];

const listRoute = route({
  method: 'GET',
  path: '/v1/webhooks/endpoints',
  who: 'key',
  query: z.strictObject({
    limit: integerParameter(1, 100)
      .default(DEFAULT_LIMIT)
      .meta({
        description: 'Maximum number of endpoints to return.',
        override: { default: DEFAULT_LIMIT },
      }),
    offset: integerParameter(0, 1_000_000)
      .default(0)
      .meta({ description: 'Number of endpoints to skip.', override: { default: 0 } }),
  }),
  answer: publicEndpointPageSchema,
  docs: {
    id: 'listWebhookEndpoints',
    tag: 'Webhooks',
    summary: 'List webhook endpoints',
    description:
      'Lists the URLs that this API key has sent webhooks to: failing ones first, then paused ones, then the newest. Other keys of the merchant may send to them too. The key must be allowed to manage webhooks.',
    answers: { 200: { description: 'One page.' } },
    problems: PROBLEMS,
  },
  async handle({ api, actor, query: { limit, offset }, now }) {
    const { endpoints, total } = await listEndpoints(api.db, actor, { limit, offset }, now);
    return pageResponse(endpoints.map(publicEndpointResponse), { total, limit, offset });
  },
});

const pauseRoute = route({
  method: 'POST',
  path: '/v1/webhooks/endpoints/{id}/pause',
  who: 'key',
  answer: publicEndpointSchema,
  docs: {
    id: 'pauseWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Pause a webhook endpoint',
    description:
      'Deliveries to a paused endpoint wait until it is resumed, even if other keys of the merchant send them. Pausing it again returns the same response. Takes no body. The key must be allowed to manage webhooks.',
    answers: { 200: { description: 'The paused endpoint.' } },
    problems: OF_AN_ID,
  },
  async handle({ api, actor, params, now }) {
    await pauseEndpoint(api.db, actor, params.id, now);
    return publicEndpointResponse(await readEndpoint(api.db, actor, params.id, now));
  },
});

const resumeRoute = route({
  method: 'POST',
  path: '/v1/webhooks/endpoints/{id}/resume',
  who: 'key',
  answer: publicEndpointSchema,
  docs: {
    id: 'resumeWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Resume a webhook endpoint',
    description:
      'The endpoint’s waiting deliveries become due now, and their retries start over. Takes no body. The key must be allowed to manage webhooks.',
    answers: { 200: { description: 'The endpoint.' } },
    problems: OF_AN_ID,
  },
  async handle({ api, actor, params, now }) {
    await resumeEndpoint(api.db, actor, params.id, now);
    return publicEndpointResponse(await readEndpoint(api.db, actor, params.id, now));
  },
});

const resendRoute = route({
  method: 'POST',
  path: '/v1/webhooks/deliveries/{id}/resend',
  who: 'key',
  answer: z
    .strictObject({
      outcome: z.enum(['resent', 'in_flight']).meta({
        description: '`in_flight`: an attempt is under way, so nothing was changed.',
      }),
    })
    .meta({ id: 'ResentDelivery' }),
  docs: {
    id: 'resendWebhookDelivery',
    tag: 'Webhooks',
    summary: 'Resend a webhook delivery',
    description:
      'Makes a delivery due now, whatever its status. It keeps its event id and its body. The request has no body. The key must be allowed to manage webhooks.',
    answers: { 200: { description: 'Whether the delivery is due now.' } },
    problems: OF_AN_ID,
  },
  async handle({ api, actor, params, now }) {
    return { outcome: await resendDelivery(api.db, actor, params.id, now) };
  },
});

const resendFailedRoute = route({
  method: 'POST',
  path: '/v1/webhooks/deliveries/resend-failed',
  who: 'key',
  body: z
    .strictObject({
      from: wholeNumber(0, MAX_UNIX_SECONDS).meta({
        description: 'Unix time in seconds. Only deliveries of events since this time are resent.',
      }),
    })
    .meta({ id: 'ResendFailedDeliveries' }),
  answer: z
    .strictObject({ resent: count.meta({ description: 'Number of deliveries.' }) })
    .meta({ id: 'ResentDeliveries' }),
  docs: {
    id: 'resendFailedWebhookDeliveries',
    tag: 'Webhooks',
    summary: 'Resend failed webhook deliveries',
    description:
      'Makes the given-up deliveries of this API key due now. The key must be allowed to manage webhooks.',
    answers: { 200: { description: 'The number of deliveries that are due now.' } },
    problems: [...PROBLEMS, ...BODY_PROBLEMS],
  },
  async handle({ api, actor, body, now }) {
    const from = new Date(body.from * 1_000);
    return { resent: await resendDeliveries(api.db, actor, { from, state: 'failed' }, now) };
  },
});

export const endpointManagementRoutes = [
  listRoute,
  pauseRoute,
  resumeRoute,
  resendRoute,
  resendFailedRoute,
] as const;
