import type { Metadata } from 'next';
import { PaymentAddress } from '../../../_address/payment-address';

export const metadata: Metadata = { title: 'Compare with device' };

export default async function PaymentAddressPage({ params }: { params: Promise<{ id: string }> }) {
  return <PaymentAddress id={(await params).id} />;
}
