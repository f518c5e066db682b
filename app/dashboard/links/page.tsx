import type { Metadata } from 'next';
import { PrefetchedQueries } from '../_data/prefetched-queries';
import { linkQueries } from '../_data/queries';
import { Links } from './_parts/links';

export const metadata: Metadata = { title: 'Payment links' };

export default function LinksPage() {
  return (
    <PrefetchedQueries of={[linkQueries.list()]}>
      <Links />
    </PrefetchedQueries>
  );
}
