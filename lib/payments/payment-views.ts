import { lt, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { paymentView } from '@/db/schema/payments';

export const VIEW_RECORD_INTERVAL_MS = 20_000;

/**
 * Time for which a page counts as open after its last request. On a phone, the page sends no
 * requests while the customer uses the wallet app.
 */
export const PAGE_OPEN_AFTER_VIEW_MS = 180_000;

/** Records that a payment's page is open, unless this was recorded a moment ago. */
export async function recordView(db: Db, checkoutId: string, now: Date): Promise<void> {
  const recent = new Date(now.getTime() - VIEW_RECORD_INTERVAL_MS);
  await db.execute(sql`
    insert into ${paymentView} (checkout_id, viewed_at)
    select ${checkoutId}::text, ${now.toISOString()}::timestamptz
    where not exists (
      select from ${paymentView} where checkout_id = ${checkoutId}
        and viewed_at > ${recent.toISOString()}::timestamptz
    )
    on conflict (checkout_id) do update set viewed_at = excluded.viewed_at`);
}

export async function pruneViews(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - PAGE_OPEN_AFTER_VIEW_MS);
  await db.delete(paymentView).where(lt(paymentView.viewedAt, oldest));
}
