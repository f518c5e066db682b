import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { paymentChange } from '@/db/schema/payments';
import type { Network } from '@/lib/domain/network';
import type { PaymentRow } from './payment-row';

/**
 * Notified with a checkout id when that payment changed, and with the name of a network when its
 * tip changed, which changes confirmations without writing to any payment.
 */
export const MOVED_CHANNEL = 'payment_moved';

/** Where a payment stands after a change. */
type Changed = Pick<
  PaymentRow,
  'id' | 'checkoutId' | 'status' | 'flags' | 'receivedSats' | 'txid' | 'coveredHeight'
>;

/**
 * Records the new standings of payments for the timeline, in the transaction of the change. Open
 * payment pages are notified on commit.
 */
export async function recordChanges(tx: Db, changed: readonly Changed[], now: Date): Promise<void> {
  if (changed.length === 0) return;
  await tx.insert(paymentChange).values(
    changed.map(({ id, status, flags, receivedSats, txid, coveredHeight }) => ({
      paymentId: id,
      at: now,
      status,
      flags,
      receivedSats,
      txid,
      coveredHeight,
    })),
  );
  const checkoutIds = changed.map(({ checkoutId }) => checkoutId);
  await tx.execute(
    sql`select pg_notify(${MOVED_CHANNEL}, id) from unnest(${sql.param(checkoutIds)}::text[]) id`,
  );
}

/** Notifies open payment pages of this network that confirmations may have changed. */
export async function notifyTipMoved(db: Db, network: Network): Promise<void> {
  await db.execute(sql`select pg_notify(${MOVED_CHANNEL}, ${network})`);
}
