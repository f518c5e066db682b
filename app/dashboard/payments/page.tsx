import type { Metadata } from 'next';
import { Suspense } from 'react';
import { PaymentsList } from './_list/payments-list';

export const metadata: Metadata = { title: 'Payments' };

export default function PaymentsPage() {
  return (
    <Suspense>
      <PaymentsList />
    </Suspense>
  );
}
