import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import type { SearchParams } from 'nuqs/server';
import { DEFAULT_TIME_ZONE } from '@/lib/domain/intl-formats';
import { isNetwork } from '@/lib/domain/network';
import { parsePeriod } from '@/lib/domain/report-period';
import { PrefetchedQueries } from '../_data/prefetched-queries';
import { reportQuery } from '../_data/report-query';
import { readTimeZoneCookie } from '../_frame/time-zone';
import { Reports } from './_parts/reports';

export const metadata: Metadata = { title: 'Reports' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function ReportsPage({ searchParams }: Props) {
  const { network: named, period: wanted } = await searchParams;
  const network = typeof named === 'string' && isNetwork(named) ? named : null;
  const period = typeof wanted === 'string' && parsePeriod(wanted) ? wanted : null;
  const timeZone = readTimeZoneCookie(await cookies()) ?? DEFAULT_TIME_ZONE;
  return (
    <PrefetchedQueries of={[reportQuery({ network, period, timeZone })]}>
      <Reports network={network} period={period} />
    </PrefetchedQueries>
  );
}
