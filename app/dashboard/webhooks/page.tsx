import type { Metadata } from 'next';
import { Suspense } from 'react';
import { Endpoints } from './_parts/endpoints';

export const metadata: Metadata = { title: 'Webhook endpoints' };

export default function EndpointsPage() {
  return (
    <Suspense>
      <Endpoints />
    </Suspense>
  );
}
