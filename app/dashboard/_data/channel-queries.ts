import { queryOptions } from '@tanstack/react-query';
import { AGING_MS, reading, SLOW_POLL_MS, unlessLive } from './reading';

/**
 * Queries of the notification channels. They are also polled, because what a channel has sent is
 * not pushed to the page, and the shown times age.
 */
export const channelQueries = {
  list: () =>
    queryOptions({
      ...reading('people', 'GET /api/dashboard/settings/channels', {}),
      refetchInterval: unlessLive(SLOW_POLL_MS, AGING_MS),
    }),
};
