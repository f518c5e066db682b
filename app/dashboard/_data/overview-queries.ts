import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Network } from '@/lib/domain/network';
import type { StripRange } from '@/lib/domain/strip-times';
import { CALM_MS, reading, unlessLive } from './reading';

/** Polling interval for data that depends on the clock, such as the day and expiring keys. */
const TIME_MS = 300_000;

export const overviewQueries = { all: () => ['overview'] as const };

/** How often the overview is read. While changes are pushed, only the clock changes it. */
const overviewInterval = unlessLive(CALM_MS, TIME_MS);

export const overviewQuery = (network: Network | null) =>
  queryOptions({
    ...reading('overview', 'GET /api/dashboard/overview', {
      search: new URLSearchParams(network ? { network } : {}).toString(),
    }),
    refetchInterval: overviewInterval,
    placeholderData: keepPreviousData,
  });

interface StripsAsked {
  readonly network: Network | null;
  readonly range: StripRange;
  readonly timeZone: string;
}

export const overviewStripsQuery = ({ network, range, timeZone }: StripsAsked) =>
  queryOptions({
    ...reading('overview', 'GET /api/dashboard/overview/strips', {
      search: new URLSearchParams({
        range,
        time_zone: timeZone,
        ...(network && { network }),
      }).toString(),
    }),
    refetchInterval: overviewInterval,
    placeholderData: keepPreviousData,
  });
