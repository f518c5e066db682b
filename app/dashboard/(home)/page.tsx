import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import type { SearchParams } from 'nuqs/server';
import { DEFAULT_TIME_ZONE } from '@/lib/domain/intl-formats';
import { isMonth } from '@/lib/domain/local-days';
import { isNetwork } from '@/lib/domain/network';
import { homeQueries } from '../_data/home-queries';
import { PrefetchedQueries } from '../_data/prefetched-queries';
import { readTimeZoneCookie } from '../_frame/time-zone';
import { Home } from './_parts/home';

export const metadata: Metadata = { title: 'Home' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function HomePage({ searchParams }: Props) {
  const { network: named, month: wanted } = await searchParams;
  const network = typeof named === 'string' && isNetwork(named) ? named : null;
  const month = typeof wanted === 'string' && isMonth(wanted) ? wanted : null;
  const timeZone = readTimeZoneCookie(await cookies()) ?? DEFAULT_TIME_ZONE;
  return (
    <PrefetchedQueries
      of={[homeQueries.month({ network, month, timeZone }), homeQueries.now(network)]}
    >
      <Home network={network} month={month} />
    </PrefetchedQueries>
  );
}
