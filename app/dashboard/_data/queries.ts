import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from './call-api';
import {
  AGING_MS,
  FAST_POLL_MS,
  reading,
  SLOW_POLL_MS,
  unlessLive,
  unlessLiveList,
  unlessLiveOrMissing,
} from './reading';

/**
 * The dashboard's queries. The keys of a group begin with its `all`, so a change can invalidate the
 * whole group. Most queries poll only while the server does not push changes to the page (`_live`).
 */

/** Data around every page: the merchant, the user, and the state of the chains. */
export const frameQuery = () =>
  queryOptions({
    ...reading('frame', 'GET /api/dashboard/frame', {}),
    refetchInterval: unlessLive(SLOW_POLL_MS, AGING_MS),
  });

/** The merchant's branding on pages for customers. */
export const faceQuery = () =>
  queryOptions({
    ...reading('people', 'GET /api/dashboard/settings/face', {}),
    refetchInterval: unlessLive(SLOW_POLL_MS),
  });

/** A network's current bitcoin price, for previews. */
export const rateQuery = (currency: string, network: string) =>
  queryOptions({
    ...reading('rate', 'GET /api/dashboard/rates', {
      search: new URLSearchParams({ currency, network }).toString(),
    }),
    refetchInterval: AGING_MS,
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
      ...reading('payments', 'GET /api/dashboard/payments', { search }),
      // A text search costs more than reading the newest payments.
      refetchInterval: unlessLiveList(
        search,
        new URLSearchParams(search).has('q') ? SLOW_POLL_MS : FAST_POLL_MS,
      ),
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) =>
    queryOptions({
      ...reading('payments', 'GET /api/dashboard/payments/{id}', { id }),
      refetchInterval: unlessLiveOrMissing(FAST_POLL_MS),
    }),

  /** What a bulk action on these payments would change. */
  selected: (ids: readonly string[]) =>
    queryOptions({
      ...reading('payments', 'GET /api/dashboard/payments/selected', { search: `ids=${ids}` }),
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
      // Read on demand at first. After that, the page refreshes them like all other data.
      enabled: ({ state }) => state.data !== undefined,
      refetchInterval: unlessLive(FAST_POLL_MS),
    }),
};

export const viewQueries = {
  list: () => queryOptions(reading('views', 'GET /api/dashboard/views', {})),
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
      refetchInterval: unlessLive(SLOW_POLL_MS),
    }),

  detail: (id: string) =>
    queryOptions({
      ...reading('links', 'GET /api/dashboard/payment-links/{id}', { id }),
      refetchInterval: unlessLiveOrMissing(SLOW_POLL_MS),
    }),
};

export const deliveryQueries = {
  all: () => ['deliveries'] as const,

  /** @param search filters, range and page, as a query string */
  list: (search: string) =>
    queryOptions({
      ...reading('deliveries', 'GET /api/dashboard/deliveries', { search }),
      refetchInterval: unlessLiveList(search, FAST_POLL_MS),
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) =>
    queryOptions({
      ...reading('deliveries', 'GET /api/dashboard/deliveries/{id}', { id }),
      refetchInterval: unlessLiveOrMissing(FAST_POLL_MS),
    }),
};

const ENDPOINTS = 'GET /api/dashboard/endpoints';

/** Endpoints are in the deliveries' group, because the same changes affect both. */
export const endpointQueries = {
  /** @param search search text and page, as a query string */
  list: (search: string) =>
    queryOptions({
      ...reading('deliveries', ENDPOINTS, { search }),
      refetchInterval: unlessLive(SLOW_POLL_MS),
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) =>
    queryOptions({
      ...reading('deliveries', `${ENDPOINTS}/{id}`, { id }),
      refetchInterval: unlessLiveOrMissing(SLOW_POLL_MS),
    }),
};

export const keyQueries = {
  all: () => ['keys'] as const,

  list: () =>
    queryOptions({
      ...reading('keys', 'GET /api/dashboard/keys', {}),
      refetchInterval: unlessLive(SLOW_POLL_MS),
    }),
};

export const shopQueries = {
  list: () =>
    queryOptions({
      ...reading('keys', 'GET /api/dashboard/shops', {}),
      refetchInterval: SLOW_POLL_MS,
    }),
};

/** New API requests are not pushed to the page, because there are too many. */
export const requestQueries = {
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
    queryOptions(reading('requests', 'GET /api/dashboard/requests/{id}', { id })),
};

export const walletQueries = {
  list: () =>
    queryOptions({
      ...reading('keys', 'GET /api/dashboard/wallets', {}),
      refetchInterval: unlessLive(SLOW_POLL_MS),
    }),

  address: (id: string, index: number) =>
    queryOptions({
      ...reading('keys', 'GET /api/dashboard/wallets/{id}/address', {
        id,
        search: `index=${index}`,
      }),
      placeholderData: keepPreviousData,
    }),
};

export const chainQueries = {
  list: () =>
    queryOptions({
      ...reading('chains', 'GET /api/dashboard/chains', {}),
      refetchInterval: unlessLive(FAST_POLL_MS),
    }),
};

export const healthQuery = () =>
  queryOptions({
    ...reading('health', 'GET /api/dashboard/health', {}),
    refetchInterval: unlessLive(SLOW_POLL_MS, AGING_MS),
  });

export const peopleQueries = {
  all: () => ['people'] as const,

  team: () =>
    queryOptions({
      ...reading('people', 'GET /api/dashboard/team', {}),
      refetchInterval: unlessLive(SLOW_POLL_MS),
    }),

  sessions: () =>
    queryOptions({
      ...reading('people', 'GET /api/dashboard/settings/sessions', {}),
      refetchInterval: unlessLive(SLOW_POLL_MS),
    }),

  notifications: () =>
    queryOptions(reading('people', 'GET /api/dashboard/settings/notifications', {})),

  /** @param search the filters and the position in the log, as a query string */
  audit: (search: string) =>
    queryOptions({
      ...reading('people', 'GET /api/dashboard/audit', { search }),
      refetchInterval: unlessLive(SLOW_POLL_MS),
      placeholderData: keepPreviousData,
    }),
};
