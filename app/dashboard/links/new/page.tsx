import type { Metadata } from 'next';
import { lastCurrency } from '@/lib/accounts/last-currency';
import { requireActor } from '@/lib/auth/session';
import { runtime } from '@/lib/runtime';
import { PrefetchedQueries } from '../../_data/prefetched-queries';
import { keyQueries } from '../../_data/queries';
import { NewLink } from './_parts/new-link';

export const metadata: Metadata = { title: 'Create payment link' };

export default async function NewLinkPage() {
  const last = await lastCurrency(runtime().db, await requireActor());
  return (
    <PrefetchedQueries of={[keyQueries.list()]}>
      <NewLink lastCurrency={last} />
    </PrefetchedQueries>
  );
}
