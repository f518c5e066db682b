import { queryOptions } from '@tanstack/react-query';
import { CALM_MS, reading, unlessLive } from './reading';

/** The user's own factors, in the group of people. */
export const factorQueries = {
  /** What the user would have to prove their identity with. */
  proof: () =>
    queryOptions({ ...reading('people', 'GET /api/dashboard/session/factor', {}), gcTime: 0 }),

  list: () =>
    queryOptions({
      ...reading('people', 'GET /api/dashboard/settings/factors', {}),
      refetchInterval: unlessLive(CALM_MS),
    }),
};
