import type { Metadata } from 'next';
import { PaymentView } from './_parts/payment-view';

export const metadata: Metadata = { title: 'Payment' };

export default async function PaymentPage({ params }: { params: Promise<{ id: string }> }) {
  return <PaymentView id={(await params).id} />;
}
