import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import type { SearchParams } from 'nuqs/server';
import { DEFAULT_TIME_ZONE } from '@/app/_ui/intl-formats';
import { isNetwork } from '@/lib/domain/network';
import { FirstData } from '../_data/first-data';
import { overviewQuery, overviewStripsQuery } from '../_data/overview-queries';
import { cookieTimeZone } from '../_frame/time-zone';
import { Overview } from './_parts/overview';
import { DEFAULT_RANGE, isStripRange } from './_parts/overview-filters';

export const metadata: Metadata = { title: 'Overview' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

/** Reads network and range from the URL, and the time zone from the browser's cookie. */
export default async function OverviewPage({ searchParams }: Props) {
  const { range: wanted, network: named } = await searchParams;
  const timeZone = cookieTimeZone(await cookies()) ?? DEFAULT_TIME_ZONE;
  const range = isStripRange(wanted) ? wanted : DEFAULT_RANGE;
  const network = typeof named === 'string' && isNetwork(named) ? named : null;
  return (
    <FirstData of={[overviewQuery(network), overviewStripsQuery({ network, range, timeZone })]}>
      <Overview network={network} range={range} />
    </FirstData>
  );
}
