import { eq } from 'drizzle-orm';
import { refund } from '@/db/schema/refunds';
import { assertMayChange, type Member } from '@/lib/domain/actor';
import { convertToRefundSats, type RefundDeps } from './create-refund';
import { getRefund } from './get-refund';
import { notifyRefundChanged } from './notify-refund-changed';
import { lockRefund, type RefundRow, sealRefund } from './refund-row';
import { refundTotalsWithout, requireReceived } from './refund-totals';

/** Time for which the satoshis of a refund in currency stay at their quoted value. */
export const QUOTED_FOR_MS = 600_000;

/**
 * Returns the satoshis to send for a refund, at the current rate if the last quote is older than
 * ten minutes. The satoshis do not change if the refund has no currency, or is sent or dropped. An
 * output with an earlier quoted amount also pays the refund.
 *
 * @throws Problem `forbidden` for a viewer; `not_found`; `refund_exceeds_received` when the price
 *  is now worth more than was received, unless `confirmExcess`; the problems of {@link Rates}
 */
export async function quoteRefund(
  { db, rates }: RefundDeps,
  actor: Member,
  { refundId, confirmExcess }: { readonly refundId: string; readonly confirmExcess: boolean },
  now: Date,
): Promise<RefundRow> {
  assertMayChange(actor);
  const { row: found } = await getRefund(db, actor, refundId);
  if (!found.price || !isDue(found, now)) return found;
  const sats = await convertToRefundSats(rates, found.network, found.price, now);
  return db.transaction(async (tx) => {
    const { row, payment } = await lockRefund(tx, actor, refundId);
    if (!isDue(row, now)) return row;
    const sums = await refundTotalsWithout(tx, payment, row);
    requireReceived(sums, sats, confirmExcess || row.excessConfirmed);
    const [quoted] = await tx
      .update(refund)
      .set({
        amountSats: sats,
        askedSats: [...new Set([...row.askedSats, sats])],
        excessConfirmed: row.excessConfirmed || confirmExcess,
        quotedAt: now,
        updatedAt: now,
      })
      .where(eq(refund.id, refundId))
      .returning();
    await notifyRefundChanged(tx, payment);
    return quoted ? sealRefund(tx, quoted) : row;
  });
}

function isDue({ status, quotedAt }: RefundRow, now: Date): boolean {
  const isOld = quotedAt !== null && now.getTime() - quotedAt.getTime() >= QUOTED_FOR_MS;
  return isOld && status === 'ready';
}
