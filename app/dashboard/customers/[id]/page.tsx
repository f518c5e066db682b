import type { Metadata } from 'next';
import { customerQueries } from '../../_data/customer-queries';
import { PrefetchedQueries } from '../../_data/prefetched-queries';
import { paymentQueries } from '../../_data/queries';
import { CustomerDetail } from './_parts/customer-detail';
import { toCustomerPaymentsQuery } from './_parts/to-customer-payments-query';

export const metadata: Metadata = { title: 'Customer' };

export default async function CustomerPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <PrefetchedQueries
      of={[customerQueries.detail(id), paymentQueries.list(toCustomerPaymentsQuery(id))]}
    >
      <CustomerDetail id={id} />
    </PrefetchedQueries>
  );
}
