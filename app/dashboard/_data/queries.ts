import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Asked, callApi, type Reading } from './call-api';
import { isMissing } from './request-failed';

/**
 * Every query of the dashboard. A group has `all`, the beginning of its keys, which a change
 * invalidates; each query names its endpoint and how often it asks again.
 */

/** What one looks at and waits for. */
const LIVE_MS = 2_000;
/** What seldom changes. */
const CALM_MS = 15_000;

/** An endpoint as a query: what it answers, kept by what it is asked. */
function reading<E extends Reading>(group: string, endpoint: E, asked: Asked<E>) {
  return {
    queryKey: [group, endpoint, asked],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => callApi(endpoint, asked, signal),
  };
}

/** What stands around every page: the shop, the person, and how fresh the chains are. */
export const frameQuery = () =>
  queryOptions({
    ...reading('frame', 'GET /api/dashboard/frame', {}),
    refetchInterval: CALM_MS,
  });

export const paymentQueries = {
  all: () => ['payments'] as const,

  /** @param search the list's filters, range and page, as they stand in the URL */
  list: (search: string) =>
    queryOptions({
      ...reading('payments', 'GET /api/dashboard/payments', { search }),
      // To look for a text costs more than to read the newest.
      refetchInterval: new URLSearchParams(search).has('q') ? CALM_MS : LIVE_MS,
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) =>
    queryOptions({
      ...reading('payments', 'GET /api/dashboard/payments/{id}', { id }),
      refetchInterval: ({ state }) => (isMissing(state.error) ? false : LIVE_MS),
    }),
};

export const deliveryQueries = {
  all: () => ['deliveries'] as const,

  /** @param search the list's filters, range and page, as they stand in the URL */
  list: (search: string) =>
    queryOptions({
      ...reading('deliveries', 'GET /api/dashboard/deliveries', { search }),
      refetchInterval: LIVE_MS,
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) =>
    queryOptions({
      ...reading('deliveries', 'GET /api/dashboard/deliveries/{id}', { id }),
      refetchInterval: LIVE_MS,
    }),
};

export const keyQueries = {
  all: () => ['keys'] as const,

  list: () =>
    queryOptions({ ...reading('keys', 'GET /api/dashboard/keys', {}), refetchInterval: CALM_MS }),
};

export const walletQueries = {
  list: () =>
    queryOptions({
      ...reading('keys', 'GET /api/dashboard/wallets', {}),
      refetchInterval: CALM_MS,
    }),
};

export const chainQueries = {
  list: () =>
    queryOptions({
      ...reading('chains', 'GET /api/dashboard/chains', {}),
      refetchInterval: LIVE_MS,
    }),
};

export const peopleQueries = {
  all: () => ['people'] as const,

  team: () =>
    queryOptions({ ...reading('people', 'GET /api/dashboard/team', {}), refetchInterval: CALM_MS }),

  sessions: () =>
    queryOptions({
      ...reading('people', 'GET /api/dashboard/settings/sessions', {}),
      refetchInterval: CALM_MS,
    }),

  /** @param search the filters and the place in the log, as they stand in the URL */
  audit: (search: string) =>
    queryOptions({
      ...reading('people', 'GET /api/dashboard/audit', { search }),
      refetchInterval: CALM_MS,
      placeholderData: keepPreviousData,
    }),
};
