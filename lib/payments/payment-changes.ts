import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepareStatement } from '@/db/prepare-statement';
import { paymentChange } from '@/db/schema/payments';
import type { Network } from '@/lib/domain/network';
import type { PaymentRow } from './payment-row';

/**
 * The payload is the checkout id of a changed payment, the id of a changed refund, or the network
 * of a new tip.
 */
export const PAYMENT_CHANGED_CHANNEL = 'payment_moved';

type ChangedStanding = Pick<
  PaymentRow,
  'id' | 'checkoutId' | 'status' | 'flags' | 'receivedSats' | 'txid' | 'coveredHeight'
>;

/** Records changes for the timeline, and notifies open payment pages on commit. */
export async function recordTimelineChanges(
  tx: Db,
  changed: readonly ChangedStanding[],
  now: Date,
): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.map(
    ({ id, checkoutId, status, flags, receivedSats, txid, coveredHeight }) => ({
      payment_id: id,
      checkout_id: checkoutId,
      status,
      flags,
      received_sats: receivedSats,
      txid,
      covered_height: coveredHeight,
    }),
  );
  await insertChanges(tx, { rows: JSON.stringify(rows), now: now.toISOString() });
}

const insertChanges = prepareStatement(sql`
  with changed as materialized (
    select * from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as c(
      payment_id text, checkout_id text, status text, flags text[], received_sats bigint,
      txid text, covered_height integer)
  ),
  inserted as (
    insert into ${paymentChange}
      (payment_id, at, status, flags, received_sats, txid, covered_height)
    select payment_id, ${sql.placeholder('now')}::timestamptz, status, flags, received_sats, txid,
      covered_height
    from changed
  )
  select pg_notify(${sql.raw(`'${PAYMENT_CHANGED_CHANNEL}'`)}, checkout_id) from changed`);

export async function notifyPaymentChanged(tx: Db, checkoutId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${PAYMENT_CHANGED_CHANNEL}, ${checkoutId})`);
}

/** Notifies the network's open payment pages that confirmations may have changed. */
export async function notifyTipMoved(db: Db, network: Network): Promise<void> {
  await db.execute(sql`select pg_notify(${PAYMENT_CHANGED_CHANNEL}, ${network})`);
}
