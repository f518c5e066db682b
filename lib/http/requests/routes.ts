import { z } from 'zod';
import { STATUS_CLASSES } from '@/lib/domain/status-class';
import { findRequest } from '@/lib/server/request-log/find-request';
import { listRequests } from '@/lib/server/request-log/list-requests';
import { cursorParameter } from '../input/cursor';
import { integerParameter } from '../input/fields';
import { route } from '../route';
import { serializeView } from '../serialize-view';
import {
  loggedRequestPageResponse,
  loggedRequestPageSchema,
  loggedRequestSchema,
} from './request-response';

const PAGE = 50;

const listRoute = route({
  method: 'GET',
  path: '/api/dashboard/requests',
  who: 'member',
  query: z.strictObject({
    key: z.string().max(100).optional(),
    status: z.enum(STATUS_CLASSES).optional(),
    limit: integerParameter(1, 100).default(PAGE),
    cursor: cursorParameter('request').optional(),
  }),
  answer: loggedRequestPageSchema,
  async handle({ api, actor, query, now }) {
    const { key: apiKeyId, status: statusClass, limit, cursor: after } = query;
    const listRequest = { apiKeyId, statusClass, limit, after };
    return loggedRequestPageResponse(await listRequests(api.db, actor, listRequest, now), limit);
  },
});

/** Finds a request of any of the merchant's keys by the request id that errors show. */
const findRoute = route({
  method: 'GET',
  path: '/api/dashboard/requests/{id}',
  who: 'member',
  answer: loggedRequestSchema,
  async handle({ api, actor, params, now }) {
    return serializeView(loggedRequestSchema, await findRequest(api.db, actor, params.id, now));
  },
});

export const dashboardRequestRoutes = [listRoute, findRoute] as const;
