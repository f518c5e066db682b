import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Network } from '@/lib/domain/network';
import { apiQuery, pollUnlessLive, SLOW_POLL_MS } from './api-query';

/** The interval for data that changes with time, such as the current day and expiring keys. */
const TIME_MS = 300_000;

interface MonthChoice {
  readonly network: Network | null;
  /** Such as "2026-11"; null for the current month. */
  readonly month: string | null;
  readonly timeZone: string;
}

export const homeQueries = {
  /** The open decisions, the arriving payments, and the remaining setup steps. */
  now: (network: Network | null) =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/home', {
        search: new URLSearchParams(network ? { network } : {}).toString(),
      }),
      refetchInterval: pollUnlessLive(SLOW_POLL_MS, TIME_MS),
      placeholderData: keepPreviousData,
    }),

  month: ({ network, month, timeZone }: MonthChoice) =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/home/month', {
        search: new URLSearchParams({
          ...(network && { network }),
          ...(month && { month }),
          time_zone: timeZone,
        }).toString(),
      }),
      refetchInterval: pollUnlessLive(SLOW_POLL_MS, TIME_MS),
      placeholderData: keepPreviousData,
    }),
};
