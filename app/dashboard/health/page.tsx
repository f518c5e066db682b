import type { Metadata } from 'next';
import { PrefetchedQueries } from '../_data/prefetched-queries';
import { chainQueries, healthQuery } from '../_data/queries';
import { Health } from './_parts/health';

export const metadata: Metadata = { title: 'Health' };

export default function HealthPage() {
  return (
    <PrefetchedQueries of={[chainQueries.list(), healthQuery()]}>
      <Health />
    </PrefetchedQueries>
  );
}
