import { queryOptions } from '@tanstack/react-query';
import { reading, SLOW_POLL_MS, unlessLive } from './reading';

/** The user's own factors. The query keys belong to the group `people`. */
export const factorQueries = {
  proof: () =>
    queryOptions({ ...reading('people', 'GET /api/dashboard/session/factor', {}), gcTime: 0 }),

  list: () =>
    queryOptions({
      ...reading('people', 'GET /api/dashboard/settings/factors', {}),
      refetchInterval: unlessLive(SLOW_POLL_MS),
    }),
};
