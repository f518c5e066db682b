import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { customerQueries } from '../_data/customer-queries';
import { PrefetchedQueries } from '../_data/prefetched-queries';
import { Customers } from './_parts/customers';
import { loadCustomersUrlState, toCustomersQueryString } from './_parts/customers-url';

export const metadata: Metadata = { title: 'Customers' };

export default async function CustomersPage({ searchParams }: PageProps<'/dashboard/customers'>) {
  const view = loadCustomersUrlState(await searchParams);
  return (
    <PrefetchedQueries of={[customerQueries.list(toCustomersQueryString(view))]}>
      <NuqsAdapter>
        <Customers />
      </NuqsAdapter>
    </PrefetchedQueries>
  );
}
