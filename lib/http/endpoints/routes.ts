import { z } from 'zod';
import type { Member } from '@/lib/domain/actor';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { NETWORKS } from '@/lib/domain/network';
import { canAdminister, canMakeChanges } from '@/lib/domain/roles';
import {
  removeEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
} from '@/lib/webhooks/endpoints/change-endpoint';
import { createEndpoint } from '@/lib/webhooks/endpoints/create-endpoint';
import { getEndpoint } from '@/lib/webhooks/endpoints/get-endpoint';
import { listEndpoints } from '@/lib/webhooks/endpoints/list-endpoints';
import { pauseEndpoint } from '@/lib/webhooks/endpoints/pause-endpoint';
import { resumeEndpoint } from '@/lib/webhooks/endpoints/resume-endpoint';
import { checkWebhookTarget } from '@/lib/webhooks/transport/target-guard';
import { targetPolicy } from '@/lib/webhooks/transport/target-url';
import { integerParameter, oneLineSchema, searchText, webhookUrl } from '../input/fields';
import { rotationBody } from '../keys/fields';
import { pageResponse } from '../response-fields';
import { route } from '../route';
import {
  endpointDetailResponse,
  endpointDetailSchema,
  endpointPageSchema,
  endpointResponse,
} from './endpoint-response';

const PAGE = 25;

const rightsOf = ({ role }: Member) => ({
  change: canMakeChanges(role),
  administer: canAdminister(role),
});

const settings = {
  name: oneLineSchema(80),
  events: z.array(z.enum(EVENT_TYPES)).min(1, { error: 'Choose at least one event.' }),
  network: z.enum(NETWORKS).nullable(),
};

const createRoute = route({
  method: 'POST',
  path: '/api/dashboard/endpoints',
  who: 'member',
  body: z.strictObject({ url: webhookUrl, ...settings }),
  answer: z.strictObject({ id: z.string(), signing_secret: z.string() }),
  async handle({ api, actor, body, now }) {
    const checkUrl = (url: string) => checkWebhookTarget(url, targetPolicy(api.env));
    const created = await createEndpoint(api.db, api.vault, actor, body, now, checkUrl);
    return { id: created.id, signing_secret: created.signingSecret };
  },
});

const updateRoute = route({
  method: 'PATCH',
  path: '/api/dashboard/endpoints/{id}',
  who: 'member',
  body: z.strictObject(settings).partial(),
  async handle({ api, actor, params, body, now }) {
    await updateEndpoint(api.db, actor, params.id, body, now);
  },
});

const rotateRoute = route({
  method: 'POST',
  path: '/api/dashboard/endpoints/{id}/signing-secret/rotate',
  who: 'member',
  body: rotationBody,
  answer: z.strictObject({ signing_secret: z.string() }),
  async handle({ api: { db, vault }, actor, params: { id }, body, now }) {
    const overlap = body.overlap_seconds;
    return { signing_secret: await rotateEndpointSecret(db, vault, actor, id, overlap, now) };
  },
});

const removeRoute = route({
  method: 'POST',
  path: '/api/dashboard/endpoints/{id}/remove',
  who: 'member',
  async handle({ api, actor, params, now }) {
    await removeEndpoint(api.db, actor, params.id, now);
  },
});

const listRoute = route({
  method: 'GET',
  path: '/api/dashboard/endpoints',
  who: 'member',
  query: z.strictObject({
    q: searchText.optional(),
    limit: integerParameter(1, 100).default(PAGE),
    offset: integerParameter(0, 1_000_000).default(0),
  }),
  answer: endpointPageSchema,
  async handle({ api, actor, query, now }) {
    const { q: text, limit, offset } = query;
    const { endpoints, total } = await listEndpoints(api.db, actor, { text, limit, offset }, now);
    return {
      ...pageResponse(endpoints.map(endpointResponse), { total, limit, offset }),
      can: rightsOf(actor),
    };
  },
});

const detailRoute = route({
  method: 'GET',
  path: '/api/dashboard/endpoints/{id}',
  who: 'member',
  answer: endpointDetailSchema,
  async handle({ api, actor, params, now }) {
    const detail = await getEndpoint(api.db, actor, params.id, now);
    return endpointDetailResponse(detail, rightsOf(actor));
  },
});

const pauseRoute = route({
  method: 'POST',
  path: '/api/dashboard/endpoints/{id}/pause',
  who: 'member',
  async handle({ api, actor, params, now }) {
    await pauseEndpoint(api.db, actor, params.id, now);
  },
});

const resumeRoute = route({
  method: 'POST',
  path: '/api/dashboard/endpoints/{id}/resume',
  who: 'member',
  answer: z.strictObject({
    waited: z.int().meta({ description: 'The number of deliveries that are due now.' }),
  }),
  async handle({ api, actor, params, now }) {
    return { waited: await resumeEndpoint(api.db, actor, params.id, now) };
  },
});

export const dashboardEndpointRoutes = [
  listRoute,
  createRoute,
  detailRoute,
  updateRoute,
  rotateRoute,
  removeRoute,
  pauseRoute,
  resumeRoute,
] as const;
