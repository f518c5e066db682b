import type { Metadata } from 'next';
import { PrefetchedQueries } from '../../_data/prefetched-queries';
import { keyQueries, shopQueries } from '../../_data/queries';
import { KeyPage } from '../_parts/key-page';

export const metadata: Metadata = { title: 'API key' };

export default async function ApiKeyPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <PrefetchedQueries of={[keyQueries.list(), shopQueries.list()]}>
      <KeyPage id={id} />
    </PrefetchedQueries>
  );
}
