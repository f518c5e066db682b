import { z } from 'zod';
import { canChange } from '@/lib/domain/roles';
import { getEndpoint } from '@/lib/webhooks/endpoints/get-endpoint';
import { listEndpoints } from '@/lib/webhooks/endpoints/list-endpoints';
import { pauseEndpoint } from '@/lib/webhooks/endpoints/pause-endpoint';
import { resumeEndpoint } from '@/lib/webhooks/endpoints/resume-endpoint';
import { DONE, doneSchema, pageAnswer } from '../answer-fields';
import { decimal, searchText } from '../input/fields';
import { route } from '../route';
import {
  endpointAnswer,
  endpointDetailAnswer,
  endpointDetailSchema,
  endpointPageSchema,
} from './endpoint-answer';

const PAGE = 25;

const listRoute = route({
  method: 'GET',
  path: '/api/dashboard/endpoints',
  who: 'member',
  query: z.strictObject({
    q: searchText.optional(),
    limit: decimal(1, 100).default(PAGE),
    offset: decimal(0, 1_000_000).default(0),
  }),
  answer: endpointPageSchema,
  async handle({ api, actor, query }) {
    const { q: text, limit, offset } = query;
    const { endpoints, total } = await listEndpoints(api.db, actor, { text, limit, offset });
    return {
      ...pageAnswer(endpoints.map(endpointAnswer), { total, limit, offset }),
      can: { change: canChange(actor.role) },
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
    return endpointDetailAnswer(detail, canChange(actor.role));
  },
});

const pauseRoute = route({
  method: 'POST',
  path: '/api/dashboard/endpoints/{id}/pause',
  who: 'member',
  answer: doneSchema,
  async handle({ api, actor, params, now }) {
    await pauseEndpoint(api.db, actor, params.id, now);
    return DONE;
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

export const dashboardEndpointRoutes = [listRoute, detailRoute, pauseRoute, resumeRoute] as const;
