import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { reading, SLOW_POLL_MS, unlessLive, unlessLiveOrMissing } from './reading';

export const customerQueries = {
  all: () => ['customers'] as const,

  /** @param search network, search text and page, as a query string */
  list: (search: string) =>
    queryOptions({
      ...reading('customers', 'GET /api/dashboard/customers', { search }),
      refetchInterval: unlessLive(SLOW_POLL_MS),
      placeholderData: keepPreviousData,
    }),

  /** @param id of any of the customer's payments */
  detail: (id: string) =>
    queryOptions({
      ...reading('customers', 'GET /api/dashboard/customers/{id}', { id }),
      refetchInterval: unlessLiveOrMissing(SLOW_POLL_MS),
    }),
};
