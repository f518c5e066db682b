import { z } from 'zod';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { idPattern } from '@/lib/domain/ids';
import { getEvent } from '@/lib/webhooks/events/get-event';
import { listEvents } from '@/lib/webhooks/events/list-events';
import { integerParameter, listParameter } from '../input/fields';
import { route } from '../route';
import { COMMON_PROBLEMS } from '../usual-problems';
import { eventPageResponse, eventPageSchema, eventResponse, eventSchema } from './event-response';

const DEFAULT_LIMIT = 50;

const AFTER_ERROR = 'Must be the id of an event, evt_ and 22 characters, or now.';

const listRoute = route({
  method: 'GET',
  path: '/v1/events',
  who: 'key',
  query: z.strictObject({
    after: z
      .string({ error: AFTER_ERROR })
      .refine((text) => ['', 'now'].includes(text) || idPattern('event').test(text), {
        error: AFTER_ERROR,
        params: { code: 'invalid_format' },
      })
      .transform((text) => text || undefined)
      .optional()
      .meta({
        description:
          'The id of the last event that you read: the list continues after it. If it is missing or empty, the list begins with the first event. With `now`, the page is empty, and `next_after` is the id of the newest event.',
      }),
    type: listParameter(EVENT_TYPES)
      .optional()
      .meta({
        description: 'Only events of any of these types.',
        param: { style: 'form', explode: false },
      }),
    limit: integerParameter(1, 100)
      .default(DEFAULT_LIMIT)
      .meta({
        description: 'Maximum number of events to return.',
        override: { default: DEFAULT_LIMIT },
      }),
  }),
  answer: eventPageSchema,
  docs: {
    id: 'listEvents',
    tag: 'Webhooks',
    summary: 'List events',
    description:
      'Lists every event of this API key’s payments, in an order that never changes. This includes event types that are not selected for the key, and payments without a `webhook_url`. If you send `next_after` as `after`, you miss no event. Events of one payment are in the order in which they happened.',
    answers: { 200: { description: 'One page.' } },
    problems: COMMON_PROBLEMS,
  },
  async handle({ api, actor, query }) {
    const { after, type: types, limit } = query;
    return eventPageResponse(await listEvents(api.db, actor, { after, types, limit }), limit);
  },
});

const getRoute = route({
  method: 'GET',
  path: '/v1/events/{id}',
  who: 'key',
  answer: eventSchema,
  docs: {
    id: 'getEvent',
    tag: 'Webhooks',
    summary: 'Get an event',
    description:
      'Returns the event with the id that your endpoint gets as `X-Service-Event-Id`. Events of other API keys return 404.',
    answers: { 200: { description: 'The event.' } },
    problems: [...COMMON_PROBLEMS, 'not_found'],
  },
  async handle({ api, actor, params }) {
    return eventResponse(await getEvent(api.db, actor, params.id));
  },
});

export const eventRoutes = [listRoute, getRoute] as const;
