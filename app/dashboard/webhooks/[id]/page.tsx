import type { Metadata } from 'next';
import { EndpointDetail } from './_parts/endpoint-detail';

export const metadata: Metadata = { title: 'Webhook endpoint' };

export default async function EndpointPage({ params }: { params: Promise<{ id: string }> }) {
  return <EndpointDetail id={(await params).id} />;
}
