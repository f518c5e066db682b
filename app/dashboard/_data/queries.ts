import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Asked, callApi, type Reading } from './call-api';
import { isMissing } from './request-failed';

/**
 * Every query of the dashboard. A group has `all`, the common beginning of its keys, which changes
 * invalidate; each query names its endpoint and how often it is repeated.
 */

/** For data that users watch. */
const LIVE_MS = 2_000;
/** For data that rarely changes. */
const CALM_MS = 15_000;

/** An endpoint as a query, cached by its input. */
function reading<E extends Reading>(group: string, endpoint: E, asked: Asked<E>) {
  return {
    queryKey: [group, endpoint, asked],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => callApi(endpoint, asked, signal),
  };
}

/** The frame of every page: the merchant, the user, and the state of the chains. */
export const frameQuery = () =>
  queryOptions({
    ...reading('frame', 'GET /api/dashboard/frame', {}),
    refetchInterval: CALM_MS,
  });

const OUTPUTS = 'GET /api/dashboard/payments/{id}/outputs';

export const paymentQueries = {
  all: () => ['payments'] as const,

  /** @param search the list's filters, range and page, as URL text */
  list: (search: string) =>
    queryOptions({
      ...reading('payments', 'GET /api/dashboard/payments', { search }),
      // A text search costs more than reading the newest payments.
      refetchInterval: new URLSearchParams(search).has('q') ? CALM_MS : LIVE_MS,
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) =>
    queryOptions({
      ...reading('payments', 'GET /api/dashboard/payments/{id}', { id }),
      refetchInterval: ({ state }) => (isMissing(state.error) ? false : LIVE_MS),
    }),

  /** The outputs after the first page, page by page. @param after the last output, as txid:vout */
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
      // Read when asked for.
      enabled: false,
    }),
};

export const deliveryQueries = {
  all: () => ['deliveries'] as const,

  /** @param search the list's filters, range and page, as URL text */
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

  /** @param search the filters and the place in the log, as URL text */
  audit: (search: string) =>
    queryOptions({
      ...reading('people', 'GET /api/dashboard/audit', { search }),
      refetchInterval: CALM_MS,
      placeholderData: keepPreviousData,
    }),
};
