import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  AGING_POLL_MS,
  apiQuery,
  FAST_POLL_MS,
  pollListUnlessLive,
  pollUnlessLive,
  pollUnlessLiveOrMissing,
  SLOW_POLL_MS,
} from './api-query';
import { callApi } from './call-api';

/**
 * The dashboard's queries. Most of them poll only while no changes are pushed to the page (`_live`).
 */

/** The data that every page needs: the merchant, the user, and the state of the chains. */
export const frameQuery = () =>
  queryOptions({
    ...apiQuery('GET /api/dashboard/frame', {}),
    refetchInterval: pollUnlessLive(SLOW_POLL_MS, AGING_POLL_MS),
  });

export const brandingQuery = () =>
  queryOptions({
    ...apiQuery('GET /api/dashboard/settings/face', {}),
    refetchInterval: pollUnlessLive(SLOW_POLL_MS),
  });

/** A network's current bitcoin price, for previews. */
export const rateQuery = (currency: string, network: string) =>
  queryOptions({
    ...apiQuery('GET /api/dashboard/rates', {
      search: new URLSearchParams({ currency, network }).toString(),
    }),
    refetchInterval: AGING_POLL_MS,
    retry: false,
  });

const REQUESTS = 'GET /api/dashboard/requests';
const LINKS = 'GET /api/dashboard/payment-links';
const OUTPUTS = 'GET /api/dashboard/payments/{id}/outputs';

export const paymentQueries = {
  /** @param search filters, range and page, as a query string */
  list: (search: string) =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/payments', { search }),
      // A text search costs more than reading the newest payments.
      refetchInterval: pollListUnlessLive(
        search,
        new URLSearchParams(search).has('q') ? SLOW_POLL_MS : FAST_POLL_MS,
      ),
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/payments/{id}', { id }),
      refetchInterval: pollUnlessLiveOrMissing(FAST_POLL_MS),
    }),

  /** Returns what a bulk action on these payments would change. */
  selected: (ids: readonly string[]) =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/payments/selected', {
        search: `ids=${ids}`,
      }),
      placeholderData: keepPreviousData,
    }),

  /** @param after the last output of the page before, as txid:vout */
  moreOutputs: (id: string, after: string) =>
    infiniteQueryOptions({
      queryKey: [OUTPUTS, { id, after }],
      queryFn: ({ pageParam, signal }) =>
        callApi(OUTPUTS, { id, search: `after=${pageParam}` }, signal),
      initialPageParam: after,
      getNextPageParam: ({ data, has_more: more }) => {
        const last = data.at(-1);
        return more && last ? `${last.txid}:${last.vout}` : undefined;
      },
      // The first read happens on demand. After that, the outputs are polled like other data.
      enabled: ({ state }) => state.data !== undefined,
      refetchInterval: pollUnlessLive(FAST_POLL_MS),
    }),
};

export const savedViewQueries = {
  list: () => queryOptions(apiQuery('GET /api/dashboard/views', {})),
};

export const linkQueries = {
  list: () =>
    infiniteQueryOptions({
      queryKey: [LINKS, {}],
      queryFn: ({ pageParam, signal }) =>
        callApi(LINKS, { search: pageParam && `cursor=${pageParam}` }, signal),
      initialPageParam: '',
      getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
      refetchInterval: pollUnlessLive(SLOW_POLL_MS),
    }),

  detail: (id: string) =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/payment-links/{id}', { id }),
      refetchInterval: pollUnlessLiveOrMissing(SLOW_POLL_MS),
    }),
};

export const deliveryQueries = {
  /** @param search filters, range and page, as a query string */
  list: (search: string) =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/deliveries', { search }),
      refetchInterval: pollListUnlessLive(search, FAST_POLL_MS),
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/deliveries/{id}', { id }),
      refetchInterval: pollUnlessLiveOrMissing(FAST_POLL_MS),
    }),
};

const ENDPOINTS = 'GET /api/dashboard/endpoints';

export const endpointQueries = {
  /** @param search search text and page, as a query string */
  list: (search: string) =>
    queryOptions({
      ...apiQuery(ENDPOINTS, { search }),
      refetchInterval: pollUnlessLive(SLOW_POLL_MS),
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) =>
    queryOptions({
      ...apiQuery(`${ENDPOINTS}/{id}`, { id }),
      refetchInterval: pollUnlessLiveOrMissing(SLOW_POLL_MS),
    }),
};

export const keyQueries = {
  list: () =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/keys', {}),
      refetchInterval: pollUnlessLive(SLOW_POLL_MS),
    }),
};

export const shopQueries = {
  list: () =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/shops', {}),
      refetchInterval: SLOW_POLL_MS,
    }),
};

/** The server does not push new API requests, because there are too many. */
export const apiRequestQueries = {
  /** @param search the filters, as a query string */
  list: (search: string) =>
    infiniteQueryOptions({
      queryKey: [REQUESTS, { search }],
      queryFn: ({ pageParam, signal }) => {
        const page = new URLSearchParams(search);
        if (pageParam) page.set('cursor', pageParam);
        return callApi(REQUESTS, { search: page.toString() }, signal);
      },
      initialPageParam: '',
      getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
      refetchInterval: SLOW_POLL_MS,
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) => queryOptions(apiQuery('GET /api/dashboard/requests/{id}', { id })),
};

export const walletQueries = {
  list: () =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/wallets', {}),
      refetchInterval: pollUnlessLive(SLOW_POLL_MS),
    }),

  address: (id: string, index: number) =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/wallets/{id}/address', {
        id,
        search: `index=${index}`,
      }),
      placeholderData: keepPreviousData,
    }),
};

export const chainQueries = {
  list: () =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/chains', {}),
      refetchInterval: pollUnlessLive(FAST_POLL_MS),
    }),
};

export const healthQuery = () =>
  queryOptions({
    ...apiQuery('GET /api/dashboard/health', {}),
    refetchInterval: pollUnlessLive(SLOW_POLL_MS, AGING_POLL_MS),
  });

export const peopleQueries = {
  team: () =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/team', {}),
      refetchInterval: pollUnlessLive(SLOW_POLL_MS),
    }),

  sessions: () =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/settings/sessions', {}),
      refetchInterval: pollUnlessLive(SLOW_POLL_MS),
    }),

  notifications: () => queryOptions(apiQuery('GET /api/dashboard/settings/notifications', {})),

  /** @param search the filters and the position in the log, as a query string */
  audit: (search: string) =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/audit', { search }),
      refetchInterval: pollUnlessLive(SLOW_POLL_MS),
      placeholderData: keepPreviousData,
    }),
};
