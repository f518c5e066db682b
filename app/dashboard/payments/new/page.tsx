import type { Metadata } from 'next';
import { lastCurrency } from '@/lib/accounts/last-currency';
import { requireActor } from '@/lib/auth/session';
import { runtime } from '@/lib/runtime';
import { PrefetchedQueries } from '../../_data/prefetched-queries';
import { keyQueries } from '../../_data/queries';
import { NewPayment } from './_parts/new-payment';

export const metadata: Metadata = { title: 'Create payment' };

export default async function NewPaymentPage() {
  const last = await lastCurrency(runtime().db, await requireActor());
  return (
    <PrefetchedQueries of={[keyQueries.list()]}>
      <NewPayment lastCurrency={last} />
    </PrefetchedQueries>
  );
}
