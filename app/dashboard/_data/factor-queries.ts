import { queryOptions } from '@tanstack/react-query';
import { apiQuery, pollUnlessLive, SLOW_POLL_MS } from './api-query';

/** The user's own factors. */
export const factorQueries = {
  proof: () =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/session/factor', {}),
      gcTime: 0,
    }),

  list: () =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/settings/factors', {}),
      refetchInterval: pollUnlessLive(SLOW_POLL_MS),
    }),
};
