import { queryOptions } from '@tanstack/react-query';
import { endpointQuery, pollUnlessLive, SLOW_POLL_MS } from './endpoint-query';

/** The user's own factors. The query keys belong to the group `people`. */
export const factorQueries = {
  proof: () =>
    queryOptions({
      ...endpointQuery('people', 'GET /api/dashboard/session/factor', {}),
      gcTime: 0,
    }),

  list: () =>
    queryOptions({
      ...endpointQuery('people', 'GET /api/dashboard/settings/factors', {}),
      refetchInterval: pollUnlessLive(SLOW_POLL_MS),
    }),
};
