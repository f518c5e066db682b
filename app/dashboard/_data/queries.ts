import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { chainsAnswer } from './chain-answers';
import { deliveryDetailAnswer, deliveryPageAnswer } from './delivery-answers';
import { fetchJson } from './fetch-json';
import { frameAnswer } from './frame-answer';
import { keysAnswer, walletsAnswer } from './key-answers';
import { paymentDetailAnswer, paymentPageAnswer } from './payment-answers';
import { auditAnswer, sessionsAnswer, teamAnswer } from './people-answers';
import { isMissing } from './request-failed';

/**
 * Every query of the dashboard. A group has `all`, the beginning of its keys, which a mutation
 * invalidates; each query is a key, a checked fetch and how often it asks again.
 */

/** What one looks at and waits for. */
const LIVE_MS = 2_000;
/** What seldom changes. */
const CALM_MS = 15_000;

const ROOT = '/api/dashboard';

/** What stands around every page: the shop, the person, and how fresh the chains are. */
export const frameQuery = () =>
  queryOptions({
    queryKey: ['frame'] as const,
    queryFn: ({ signal }) => fetchJson(`${ROOT}/frame`, frameAnswer, { signal }),
    refetchInterval: CALM_MS,
  });

export const paymentQueries = {
  all: () => ['payments'] as const,

  /** @param search the list's filters, range and page, as they stand in the URL */
  list: (search: string) =>
    queryOptions({
      queryKey: [...paymentQueries.all(), 'list', search],
      queryFn: ({ signal }) =>
        fetchJson(`${ROOT}/payments?${search}`, paymentPageAnswer, { signal }),
      // To look for a text costs more than to read the newest.
      refetchInterval: new URLSearchParams(search).has('q') ? CALM_MS : LIVE_MS,
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) =>
    queryOptions({
      queryKey: [...paymentQueries.all(), 'detail', id],
      queryFn: ({ signal }) =>
        fetchJson(`${ROOT}/payments/${encodeURIComponent(id)}`, paymentDetailAnswer, { signal }),
      refetchInterval: ({ state }) => (isMissing(state.error) ? false : LIVE_MS),
    }),
};

export const deliveryQueries = {
  all: () => ['deliveries'] as const,

  /** @param search the list's filters, range and page, as they stand in the URL */
  list: (search: string) =>
    queryOptions({
      queryKey: [...deliveryQueries.all(), 'list', search],
      queryFn: ({ signal }) =>
        fetchJson(`${ROOT}/deliveries?${search}`, deliveryPageAnswer, { signal }),
      refetchInterval: LIVE_MS,
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) =>
    queryOptions({
      queryKey: [...deliveryQueries.all(), 'detail', id],
      queryFn: ({ signal }) =>
        fetchJson(`${ROOT}/deliveries/${encodeURIComponent(id)}`, deliveryDetailAnswer, { signal }),
      refetchInterval: LIVE_MS,
    }),
};

export const keyQueries = {
  all: () => ['keys'] as const,

  list: () =>
    queryOptions({
      queryKey: [...keyQueries.all(), 'list'],
      queryFn: ({ signal }) => fetchJson(`${ROOT}/keys`, keysAnswer, { signal }),
      refetchInterval: CALM_MS,
    }),
};

export const walletQueries = {
  list: () =>
    queryOptions({
      queryKey: [...keyQueries.all(), 'wallets'],
      queryFn: ({ signal }) => fetchJson(`${ROOT}/wallets`, walletsAnswer, { signal }),
      refetchInterval: CALM_MS,
    }),
};

export const chainQueries = {
  list: () =>
    queryOptions({
      queryKey: ['chains'] as const,
      queryFn: ({ signal }) => fetchJson(`${ROOT}/chains`, chainsAnswer, { signal }),
      refetchInterval: LIVE_MS,
    }),
};

export const peopleQueries = {
  all: () => ['people'] as const,

  team: () =>
    queryOptions({
      queryKey: [...peopleQueries.all(), 'team'],
      queryFn: ({ signal }) => fetchJson(`${ROOT}/team`, teamAnswer, { signal }),
      refetchInterval: CALM_MS,
    }),

  sessions: () =>
    queryOptions({
      queryKey: [...peopleQueries.all(), 'sessions'],
      queryFn: ({ signal }) => fetchJson(`${ROOT}/settings/sessions`, sessionsAnswer, { signal }),
      refetchInterval: CALM_MS,
    }),

  /** @param search the filters and the place in the log, as they stand in the URL */
  audit: (search: string) =>
    queryOptions({
      queryKey: [...peopleQueries.all(), 'audit', search],
      queryFn: ({ signal }) => fetchJson(`${ROOT}/audit?${search}`, auditAnswer, { signal }),
      refetchInterval: CALM_MS,
      placeholderData: keepPreviousData,
    }),
};
