import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { SearchParams } from 'nuqs/server';
import { PrefetchedQueries } from '../_data/prefetched-queries';
import { paymentQueries, savedViewQueries } from '../_data/queries';
import { loadPaymentFilters, paymentListSearch } from './_list/filters';
import { PaymentsList } from './_list/payments-list';

export const metadata: Metadata = { title: 'Payments' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

/** A text search would delay the page, so the browser requests its results. */
export default async function PaymentsPage({ searchParams }: Props) {
  const filters = await loadPaymentFilters(searchParams);
  const list = filters.q === null ? [paymentQueries.list(paymentListSearch(filters))] : [];
  return (
    <PrefetchedQueries of={[savedViewQueries.list(), ...list]}>
      <NuqsAdapter>
        <PaymentsList />
      </NuqsAdapter>
    </PrefetchedQueries>
  );
}
