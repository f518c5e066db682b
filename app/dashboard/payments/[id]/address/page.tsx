import type { Metadata } from 'next';
import { PaymentAddress } from '../../../_address/payment-address';
import { FirstData } from '../../../_data/first-data';
import { paymentQueries } from '../../../_data/queries';

export const metadata: Metadata = { title: 'Compare with device' };

export default async function PaymentAddressPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <FirstData of={[paymentQueries.detail(id)]}>
      <PaymentAddress id={id} />
    </FirstData>
  );
}
