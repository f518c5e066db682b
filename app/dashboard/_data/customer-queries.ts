import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiQuery, pollUnlessLive, pollUnlessLiveOrMissing, SLOW_POLL_MS } from './api-query';

export const customerQueries = {
  /** @param search network, search text and page, as a query string */
  list: (search: string) =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/customers', { search }),
      refetchInterval: pollUnlessLive(SLOW_POLL_MS),
      placeholderData: keepPreviousData,
    }),

  /** @param id of any of the customer's payments */
  detail: (id: string) =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/customers/{id}', { id }),
      refetchInterval: pollUnlessLiveOrMissing(SLOW_POLL_MS),
    }),
};
