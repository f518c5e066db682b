import type { Metadata } from 'next';
import { PrefetchedQueries } from '../../_data/prefetched-queries';
import { endpointQueries } from '../../_data/queries';
import { EndpointDetail } from './_parts/endpoint-detail';

export const metadata: Metadata = { title: 'Webhook endpoint' };

export default async function EndpointPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <PrefetchedQueries of={[endpointQueries.detail(id)]}>
      <EndpointDetail id={id} />
    </PrefetchedQueries>
  );
}
