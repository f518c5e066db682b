import type { Metadata } from 'next';
import { PrefetchedQueries } from '../../_data/prefetched-queries';
import { linkQueries } from '../../_data/queries';
import { LinkDetail } from './_parts/link-detail';

export const metadata: Metadata = { title: 'Payment link' };

export default async function LinkPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <PrefetchedQueries of={[linkQueries.detail(id)]}>
      <LinkDetail id={id} />
    </PrefetchedQueries>
  );
}
