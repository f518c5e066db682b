import type { Metadata } from 'next';
import { FirstData } from '../../_data/first-data';
import { endpointQueries } from '../../_data/queries';
import { EndpointDetail } from './_parts/endpoint-detail';

export const metadata: Metadata = { title: 'Webhook endpoint' };

export default async function EndpointPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <FirstData of={[endpointQueries.detail(id)]}>
      <EndpointDetail id={id} />
    </FirstData>
  );
}
