import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Network } from '@/lib/domain/network';
import { apiQuery, pollListUnlessLive, pollUnlessLive, SLOW_POLL_MS } from './api-query';

/** The current day depends on the clock, so a report is polled even while changes are pushed. */
const TIME_MS = 300_000;

interface ReportChoice {
  readonly network: Network | null;
  /** Such as "2026-11"; null for the current month. */
  readonly period: string | null;
  readonly timeZone: string;
}

/** The report and its files have the same query string. */
export const reportSearch = ({ network, period, timeZone }: ReportChoice) =>
  new URLSearchParams({
    ...(network && { network }),
    ...(period && { period }),
    time_zone: timeZone,
  }).toString();

export const reportQuery = (choice: ReportChoice) =>
  queryOptions({
    ...apiQuery('GET /api/dashboard/reports', { search: reportSearch(choice) }),
    refetchInterval: pollUnlessLive(SLOW_POLL_MS, TIME_MS),
    placeholderData: keepPreviousData,
  });

/** @param search the filters of the payments list, without its page, as a query string */
export const paymentSumsQuery = (search: string) =>
  queryOptions({
    ...apiQuery('GET /api/dashboard/payments/sums', { search }),
    refetchInterval: pollListUnlessLive(search, SLOW_POLL_MS),
    placeholderData: keepPreviousData,
  });
