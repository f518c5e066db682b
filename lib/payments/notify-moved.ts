import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import type { Network } from '@/lib/domain/network';

/**
 * Notified with a checkout id when that payment moved, and with the name of a network when its
 * tip did, which changes depths without touching any payment.
 */
export const MOVED_CHANNEL = 'payment_moved';

/** Tells whoever shows these payments, once the surrounding transaction commits. */
export async function notifyMoved(tx: Db, checkoutIds: readonly string[]): Promise<void> {
  if (checkoutIds.length === 0) return;
  await tx.execute(
    sql`select pg_notify(${MOVED_CHANNEL}, id) from unnest(${sql.param([...checkoutIds])}::text[]) id`,
  );
}

/** Tells whoever shows payments of this network that their depth may have changed. */
export async function notifyTipMoved(db: Db, network: Network): Promise<void> {
  await db.execute(sql`select pg_notify(${MOVED_CHANNEL}, ${network})`);
}
