import type { Metadata } from 'next';
import { Suspense } from 'react';
import { Deliveries } from './_parts/deliveries';

export const metadata: Metadata = { title: 'Webhook deliveries' };

export default function DeliveriesPage() {
  return (
    <Suspense>
      <Deliveries />
    </Suspense>
  );
}
