import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment, paymentChange } from '@/db/schema/payments';
import { Problem } from '@/lib/domain/problems';
import { toSats } from '@/lib/domain/sats';
import { type FoundPayment, getPayment } from './get-payment';
import { notifyMoved } from './notify-moved';

/**
 * Cancels a payment that is pending and has received nothing. Its address stays watched, but may
 * be used for another payment. Canceling it again changes nothing.
 *
 * @throws Problem `payment_not_found`; `payment_not_cancelable` naming the status
 */
export async function cancelPayment(
  db: Db,
  apiKeyId: string,
  paymentId: string,
  now: Date,
): Promise<FoundPayment> {
  await db.transaction((tx) => cancelPending(tx, apiKeyId, paymentId, now));
  const found = await getPayment(db, apiKeyId, paymentId);
  if (found.row.status !== 'canceled') throw notCancelable(found);
  return found;
}

async function cancelPending(
  tx: Db,
  apiKeyId: string,
  paymentId: string,
  now: Date,
): Promise<void> {
  const [row] = await tx
    .update(payment)
    .set({ status: 'canceled', canceledAt: now, updatedAt: now, holdsAddress: false })
    .where(
      and(
        eq(payment.id, paymentId),
        eq(payment.apiKeyId, apiKeyId),
        eq(payment.status, 'pending'),
        eq(payment.receivedSats, toSats(0)),
      ),
    )
    .returning();
  if (!row) return;
  const { status, flags, receivedSats, txid, coveredHeight } = row;
  await tx
    .insert(paymentChange)
    .values({ paymentId, at: now, status, flags, receivedSats, txid, coveredHeight });
  await notifyMoved(tx, [row.checkoutId]);
}

function notCancelable({ row }: FoundPayment): Problem {
  const why =
    row.status === 'pending' || row.receivedSats > 0
      ? `it is ${row.status} and has received ${row.receivedSats} sats`
      : `it is ${row.status}`;
  return new Problem(
    'payment_not_cancelable',
    `This payment can no longer be canceled: ${why}. Only a pending payment that has received nothing can be.`,
  );
}
