import type { Metadata } from 'next';
import { PrefetchedQueries } from '../../_data/prefetched-queries';
import { paymentQueries } from '../../_data/queries';
import { PaymentView } from './_parts/payment-view';

export const metadata: Metadata = { title: 'Payment' };

export default async function PaymentPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <PrefetchedQueries of={[paymentQueries.detail(id)]}>
      <PaymentView id={id} />
    </PrefetchedQueries>
  );
}
