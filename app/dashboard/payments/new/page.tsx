import type { Metadata } from 'next';
import { FirstData } from '../../_data/first-data';
import { keyQueries } from '../../_data/queries';
import { NewPayment } from './_parts/new-payment';

export const metadata: Metadata = { title: 'Create payment' };

export default function NewPaymentPage() {
  return (
    <FirstData of={[keyQueries.list()]}>
      <NewPayment />
    </FirstData>
  );
}
