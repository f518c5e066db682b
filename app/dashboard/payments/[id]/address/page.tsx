import type { Metadata } from 'next';
import { PaymentAddress } from '../../../_address/payment-address';
import { PrefetchedQueries } from '../../../_data/prefetched-queries';
import { paymentQueries } from '../../../_data/queries';

export const metadata: Metadata = { title: 'Compare with device' };

export default async function PaymentAddressPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <PrefetchedQueries of={[paymentQueries.detail(id)]}>
      <PaymentAddress id={id} />
    </PrefetchedQueries>
  );
}
