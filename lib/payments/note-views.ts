import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { paymentView } from '@/db/schema/payments';

/** How often a view of one payment is written down, by all processes together. */
export const NOTE_EVERY_MS = 20_000;

/** For so long after it was seen a page counts as looked at: a phone that shows a wallet is silent. */
export const VIEWED_FOR_MS = 180_000;

/**
 * Writes down that the pages of these payments are looked at, in one statement. What another
 * process wrote a moment ago stays, so that many pages of one payment cost one write.
 */
export async function noteViews(db: Db, checkoutIds: readonly string[], now: Date): Promise<void> {
  if (checkoutIds.length === 0) return;
  const at = now.toISOString();
  await db
    .insert(paymentView)
    // In one order, so that two processes never wait for each other in a circle.
    .values([...checkoutIds].sort().map((checkoutId) => ({ checkoutId, viewedAt: now })))
    .onConflictDoUpdate({
      target: paymentView.checkoutId,
      set: { viewedAt: now },
      setWhere: sql`${paymentView.viewedAt} <= ${at}::timestamptz
        - interval '1 millisecond' * ${NOTE_EVERY_MS}`,
    });
}
