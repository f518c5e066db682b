import { queryOptions } from '@tanstack/react-query';
import { AGING_MS, reading, SLOW_POLL_MS, unlessLive } from './reading';

/** Polled, because the server does not push what a channel has sent, and the shown times age. */
export const channelQueries = {
  list: () =>
    queryOptions({
      ...reading('people', 'GET /api/dashboard/settings/channels', {}),
      refetchInterval: unlessLive(SLOW_POLL_MS, AGING_MS),
    }),
};
