import { queryOptions } from '@tanstack/react-query';
import { AGING_MS, reading, SLOW_POLL_MS, unlessLive } from './reading';

/** The channels for notifications. Messages to them are not announced, and their times age. */
export const channelQueries = {
  list: () =>
    queryOptions({
      ...reading('people', 'GET /api/dashboard/settings/channels', {}),
      refetchInterval: unlessLive(SLOW_POLL_MS, AGING_MS),
    }),
};
