import { queryOptions } from '@tanstack/react-query';
import { reading, SLOW_POLL_MS, unlessLive } from './reading';

/** Queries of the user's own factors. Their keys belong to the group `people`. */
export const factorQueries = {
  /** The factor by which the user can confirm their identity. */
  proof: () =>
    queryOptions({ ...reading('people', 'GET /api/dashboard/session/factor', {}), gcTime: 0 }),

  list: () =>
    queryOptions({
      ...reading('people', 'GET /api/dashboard/settings/factors', {}),
      refetchInterval: unlessLive(SLOW_POLL_MS),
    }),
};
