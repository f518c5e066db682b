import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { paymentLinkVisits } from '@/db/schema/links';

/** Counts that the page of a link was shown. Nothing is kept of who saw it. */
export async function countVisit(db: Db, paymentLinkId: string): Promise<void> {
  await db
    .insert(paymentLinkVisits)
    .values({ paymentLinkId, visits: 1 })
    .onConflictDoUpdate({
      target: paymentLinkVisits.paymentLinkId,
      set: { visits: sql`${paymentLinkVisits.visits} + 1` },
    });
}
