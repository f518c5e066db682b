import { z } from 'zod';
import { idForm } from '@/lib/domain/ids';
import { listEvents } from '@/lib/webhooks/events/list-events';
import { decimal } from '../input/fields';
import { route } from '../route';
import { EVERYWHERE } from '../usual-problems';
import { eventPageAnswer, eventPageSchema } from './event-answer';

const DEFAULT_LIMIT = 50;

const ID_ERROR = 'Must be the id of an event, such as evt_ and 22 characters.';

const listRoute = route({
  method: 'GET',
  path: '/v1/events',
  who: 'key',
  query: z.strictObject({
    after: z
      .string({ error: ID_ERROR })
      .regex(idForm('event'), { error: ID_ERROR })
      .optional()
      .meta({
        description:
          'The id of the last event that you read: the list continues after it. Without it, the list begins with the first event.',
      }),
    limit: decimal(1, 100)
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
      'Every event of the payments of this API key, in one order that never changes: also of types that the key has not chosen, and of payments without a `webhook_url`. Send `next_after` as `after`, and you miss none. Events of one payment are in the order in which they happened.',
    answers: { 200: { description: 'One page.' } },
    problems: EVERYWHERE,
  },
  async handle({ api, actor, query }) {
    return eventPageAnswer(await listEvents(api.db, actor, query), query);
  },
});

export const eventRoutes = [listRoute] as const;
