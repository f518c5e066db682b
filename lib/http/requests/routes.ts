import { z } from 'zod';
import { STATUS_CLASSES } from '@/lib/domain/status-class';
import { findRequest } from '@/lib/server/request-log/find-request';
import { listRequests } from '@/lib/server/request-log/list-requests';
import { cursor } from '../input/cursor';
import { decimal } from '../input/fields';
import { route } from '../route';
import {
  foundRequestAnswer,
  foundRequestSchema,
  requestPageAnswer,
  requestPageSchema,
} from './request-answer';

const PAGE = 50;

const listRoute = route({
  method: 'GET',
  path: '/api/dashboard/keys/{id}/requests',
  who: 'member',
  query: z.strictObject({
    status: z.enum(STATUS_CLASSES).optional(),
    limit: decimal(1, 100).default(PAGE),
    cursor: cursor('request').optional(),
  }),
  answer: requestPageSchema,
  async handle({ api, actor, params, query, now }) {
    const { status: statusClass, limit, cursor: after } = query;
    const asked = { statusClass, limit, after };
    return requestPageAnswer(await listRequests(api.db, actor, params.id, asked, now), limit);
  },
});

/** Finds a request by the id shown in its error, whichever key it used. */
const findRoute = route({
  method: 'GET',
  path: '/api/dashboard/requests/{id}',
  who: 'member',
  answer: foundRequestSchema,
  async handle({ api, actor, params, now }) {
    return foundRequestAnswer(await findRequest(api.db, actor, params.id, now));
  },
});

export const dashboardRequestRoutes = [listRoute, findRoute] as const;
