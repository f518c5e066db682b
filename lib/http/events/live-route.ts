import { z } from 'zod';
import { Problem } from '@/lib/domain/problems';
import type { DashboardWatchRefusal } from '@/lib/server/changes/change-watch';
import { EVENT_STREAM_HEADERS, eventStream } from '@/lib/server/changes/event-stream';
import { Reply, route } from '../route';

const RETRY_SECONDS = 60;

/**
 * Streams the merchant's changes. A `changed` event lists one change per line; the first event
 * lists only `all`. `beat` events are sent in between. No event contains data, because the page
 * refetches its queries.
 */
const eventsRoute = route({
  method: 'GET',
  path: '/api/dashboard/events',
  who: 'member',
  answer: z.string(),
  async handle({ api, actor, visitor }) {
    const body = eventStream((send, end) =>
      api.changes.watch({
        actor,
        client: visitor.limitKey,
        tell: (changes) => send('changed', changes.join('\n')),
        end,
      }),
    );
    if (typeof body === 'string') throw refusalOf(body);
    return new Reply(200, body, EVENT_STREAM_HEADERS);
  },
});

export const dashboardEventRoutes = [eventsRoute] as const;

function refusalOf(refusal: DashboardWatchRefusal): Problem {
  const again = { retryAfterSeconds: RETRY_SECONDS };
  if (refusal === 'server') {
    return new Problem('server_busy', 'This server has too many open dashboards.', again);
  }
  const whose = { client: 'Your address', user: 'This user', session: 'This browser' }[refusal];
  return new Problem('rate_limited', `${whose} has too many open dashboards.`, again);
}
