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
 * The dashboard's queries. In each group, every query key begins with `all()`, so a change can
 * invalidate the whole group. Most queries poll only while no changes are pushed to the page
 * (`_live`).
 */

/** The data that every page needs: the merchant, the user, and the state of the chains. */
export const frameQuery = () =>
  queryOptions({
    ...apiQuery('frame', 'GET /api/dashboard/frame', {}),
    refetchInterval: pollUnlessLive(SLOW_POLL_MS, AGING_POLL_MS),
  });

/** The merchant's branding on pages for customers. */
export const brandingQuery = () =>
  queryOptions({
    ...apiQuery('people', 'GET /api/dashboard/settings/face', {}),
    refetchInterval: pollUnlessLive(SLOW_POLL_MS),
  });

/** A network's current bitcoin price, for previews. */
export const rateQuery = (currency: string, network: string) =>
  queryOptions({
    ...apiQuery('rate', 'GET /api/dashboard/rates', {
      search: new URLSearchParams({ currency, network }).toString(),
    }),
    refetchInterval: AGING_POLL_MS,
    retry: false,
  });

const REQUESTS = 'GET /api/dashboard/requests';
const LINKS = 'GET /api/dashboard/payment-links';
const OUTPUTS = 'GET /api/dashboard/payments/{id}/outputs';

export const paymentQueries = {
  all: () => ['payments'] as const,

  /** @param search filters, range and page, as a query string */
  list: (search: string) =>
    queryOptions({
      ...apiQuery('payments', 'GET /api/dashboard/payments', { search }),
      // A text search costs more than reading the newest payments.
      refetchInterval: pollListUnlessLive(
        search,
        new URLSearchParams(search).has('q') ? SLOW_POLL_MS : FAST_POLL_MS,
      ),
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) =>
    queryOptions({
      ...apiQuery('payments', 'GET /api/dashboard/payments/{id}', { id }),
      refetchInterval: pollUnlessLiveOrMissing(FAST_POLL_MS),
    }),

  /** Returns what a bulk action on these payments would change. */
  selected: (ids: readonly string[]) =>
    queryOptions({
      ...apiQuery('payments', 'GET /api/dashboard/payments/selected', {
        search: `ids=${ids}`,
      }),
      placeholderData: keepPreviousData,
    }),

  /** @param after the last output of the page before, as txid:vout */
  moreOutputs: (id: string, after: string) =>
    infiniteQueryOptions({
      queryKey: ['payments', OUTPUTS, { id, after }],
      queryFn: ({ pageParam, signal }) =>
        callApi(OUTPUTS, { id, search: `after=${pageParam}` }, signal),
      initialPageParam: after,
      getNextPageParam: ({ data, has_more: more }) => {
        const last = data.at(-1);
        return more && last ? `${last.txid}:${last.vout}` : undefined;
      },
      // These outputs are first read on demand. After that, they are refreshed like all other data.
      enabled: ({ state }) => state.data !== undefined,
      refetchInterval: pollUnlessLive(FAST_POLL_MS),
    }),
};

export const savedViewQueries = {
  list: () => queryOptions(apiQuery('views', 'GET /api/dashboard/views', {})),
};

export const linkQueries = {
  all: () => ['links'] as const,

  list: () =>
    infiniteQueryOptions({
      queryKey: ['links', LINKS, {}],
      queryFn: ({ pageParam, signal }) =>
        callApi(LINKS, { search: pageParam && `cursor=${pageParam}` }, signal),
      initialPageParam: '',
      getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
      refetchInterval: pollUnlessLive(SLOW_POLL_MS),
    }),

  detail: (id: string) =>
    queryOptions({
      ...apiQuery('links', 'GET /api/dashboard/payment-links/{id}', { id }),
      refetchInterval: pollUnlessLiveOrMissing(SLOW_POLL_MS),
    }),
};

export const deliveryQueries = {
  all: () => ['deliveries'] as const,

  /** @param search filters, range and page, as a query string */
  list: (search: string) =>
    queryOptions({
      ...apiQuery('deliveries', 'GET /api/dashboard/deliveries', { search }),
      refetchInterval: pollListUnlessLive(search, FAST_POLL_MS),
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) =>
    queryOptions({
      ...apiQuery('deliveries', 'GET /api/dashboard/deliveries/{id}', { id }),
      refetchInterval: pollUnlessLiveOrMissing(FAST_POLL_MS),
    }),
};

const ENDPOINTS = 'GET /api/dashboard/endpoints';

/** Endpoints are in the deliveries' group, because the same changes affect both. */
export const endpointQueries = {
  /** @param search search text and page, as a query string */
  list: (search: string) =>
    queryOptions({
      ...apiQuery('deliveries', ENDPOINTS, { search }),
      refetchInterval: pollUnlessLive(SLOW_POLL_MS),
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) =>
    queryOptions({
      ...apiQuery('deliveries', `${ENDPOINTS}/{id}`, { id }),
      refetchInterval: pollUnlessLiveOrMissing(SLOW_POLL_MS),
    }),
};

export const keyQueries = {
  all: () => ['keys'] as const,

  list: () =>
    queryOptions({
      ...apiQuery('keys', 'GET /api/dashboard/keys', {}),
      refetchInterval: pollUnlessLive(SLOW_POLL_MS),
    }),
};

export const shopQueries = {
  list: () =>
    queryOptions({
      ...apiQuery('keys', 'GET /api/dashboard/shops', {}),
      refetchInterval: SLOW_POLL_MS,
    }),
};

/** New API requests are not pushed to the page, because there are too many. */
export const apiRequestQueries = {
  /** @param search the filters, as a query string */
  list: (search: string) =>
    infiniteQueryOptions({
      queryKey: ['requests', REQUESTS, { search }],
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

  detail: (id: string) =>
    queryOptions(apiQuery('requests', 'GET /api/dashboard/requests/{id}', { id })),
};

export const walletQueries = {
  list: () =>
    queryOptions({
      ...apiQuery('keys', 'GET /api/dashboard/wallets', {}),
      refetchInterval: pollUnlessLive(SLOW_POLL_MS),
    }),

  address: (id: string, index: number) =>
    queryOptions({
      ...apiQuery('keys', 'GET /api/dashboard/wallets/{id}/address', {
        id,
        search: `index=${index}`,
      }),
      placeholderData: keepPreviousData,
    }),
};

export const chainQueries = {
  list: () =>
    queryOptions({
      ...apiQuery('chains', 'GET /api/dashboard/chains', {}),
      refetchInterval: pollUnlessLive(FAST_POLL_MS),
    }),
};

export const healthQuery = () =>
  queryOptions({
    ...apiQuery('health', 'GET /api/dashboard/health', {}),
    refetchInterval: pollUnlessLive(SLOW_POLL_MS, AGING_POLL_MS),
  });

export const peopleQueries = {
  all: () => ['people'] as const,

  team: () =>
    queryOptions({
      ...apiQuery('people', 'GET /api/dashboard/team', {}),
      refetchInterval: pollUnlessLive(SLOW_POLL_MS),
    }),

  sessions: () =>
    queryOptions({
      ...apiQuery('people', 'GET /api/dashboard/settings/sessions', {}),
      refetchInterval: pollUnlessLive(SLOW_POLL_MS),
    }),

  notifications: () =>
    queryOptions(apiQuery('people', 'GET /api/dashboard/settings/notifications', {})),

  /** @param search the filters and the position in the log, as a query string */
  audit: (search: string) =>
    queryOptions({
      ...apiQuery('people', 'GET /api/dashboard/audit', { search }),
      refetchInterval: pollUnlessLive(SLOW_POLL_MS),
      placeholderData: keepPreviousData,
    }),
};
