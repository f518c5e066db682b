import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchJson } from './fetch-json';
import { paymentDetailAnswer, paymentPageAnswer } from './payment-answers';

/**
 * Every query of the dashboard. A group has `all`, the beginning of its keys, which a mutation
 * invalidates; each query is a key, a checked fetch and how often it asks again.
 */

/** What one looks at and waits for. */
const LIVE_MS = 2_000;

const ROOT = '/api/dashboard';

export const paymentQueries = {
  all: () => ['payments'] as const,

  /** @param search the list's filters, range and page, as they stand in the URL */
  list: (search: string) =>
    queryOptions({
      queryKey: [...paymentQueries.all(), 'list', search],
      queryFn: ({ signal }) =>
        fetchJson(`${ROOT}/payments?${search}`, paymentPageAnswer, { signal }),
      refetchInterval: LIVE_MS,
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) =>
    queryOptions({
      queryKey: [...paymentQueries.all(), 'detail', id],
      queryFn: ({ signal }) =>
        fetchJson(`${ROOT}/payments/${encodeURIComponent(id)}`, paymentDetailAnswer, { signal }),
      refetchInterval: LIVE_MS,
    }),
};
