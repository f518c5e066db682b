import type { Metadata } from 'next';
import { FirstData } from '../../_data/first-data';
import { paymentQueries } from '../../_data/queries';
import { PaymentView } from './_parts/payment-view';

export const metadata: Metadata = { title: 'Payment' };

export default async function PaymentPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <FirstData of={[paymentQueries.detail(id)]}>
      <PaymentView id={id} />
    </FirstData>
  );
}
