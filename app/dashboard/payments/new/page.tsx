import type { Metadata } from 'next';
import { NewPayment } from './_parts/new-payment';

export const metadata: Metadata = { title: 'Create payment' };

export default function NewPaymentPage() {
  return <NewPayment />;
}
