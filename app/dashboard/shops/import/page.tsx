import type { Metadata } from 'next';
import { PrefetchedQueries } from '../../_data/prefetched-queries';
import { keyQueries } from '../../_data/queries';
import { ImportStore } from '../_parts/import-store';

export const metadata: Metadata = { title: 'Coming from BTCPay' };

export default function ImportStorePage() {
  return (
    <PrefetchedQueries of={[keyQueries.list()]}>
      <ImportStore />
    </PrefetchedQueries>
  );
}
