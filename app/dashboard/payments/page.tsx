import type { Metadata } from 'next';
import { Suspense } from 'react';
import { listViews } from '@/lib/accounts/list-views';
import { requireActor } from '@/lib/auth/session';
import { runtime } from '@/lib/runtime';
import { PaymentsList } from './_list/payments-list';

export const metadata: Metadata = { title: 'Payments' };

/** The views come with the page, so that the list below them does not move. */
export default async function PaymentsPage() {
  const actor = await requireActor();
  const views = await listViews(runtime().db, actor);
  return (
    <Suspense>
      <PaymentsList views={views} />
    </Suspense>
  );
}
