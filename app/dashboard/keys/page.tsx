import type { Metadata } from 'next';
import { PrefetchedQueries } from '../_data/prefetched-queries';
import { keyQueries, shopQueries } from '../_data/queries';
import { Keys } from './_parts/keys';

export const metadata: Metadata = { title: 'API keys' };

export default function KeysPage() {
  return (
    <PrefetchedQueries of={[keyQueries.list(), shopQueries.list()]}>
      <Keys />
    </PrefetchedQueries>
  );
}
