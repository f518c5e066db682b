import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { refund } from '@/db/schema/refunds';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayChange, type Member } from '@/lib/domain/actor';
import { findReasonsEndedByAccept } from '@/lib/domain/worklist';
import { reopenPayment } from '@/lib/payments/handle-payment';
import { notifyRefundChanged } from './notify-refund-changed';
import { lockRefund, requireOpen } from './refund-row';

/**
 * Drops a refund for which no output was seen, so that its payment needs a decision again. The
 * addresses of the refund stay watched: a later output that pays the refund marks it as sent.
 * Dropping it again changes nothing.
 *
 * @throws Problem `forbidden` for a viewer; `not_found`; `refund_not_open` once it is sent
 */
export async function dropRefund(
  db: Db,
  actor: Member,
  refundId: string,
  now: Date,
): Promise<void> {
  assertMayChange(actor);
  await db.transaction(async (tx) => {
    const { row, payment } = await lockRefund(tx, actor, refundId);
    if (row.status === 'dropped') return;
    requireOpen(row);
    await tx
      .update(refund)
      .set({ status: 'dropped', droppedAt: now, updatedAt: now })
      .where(eq(refund.id, refundId));
    const data = { amount_sats: row.amountSats, refund_id: refundId };
    await recordAuditEntry(tx, actor, 'refund.drop', payment.id, data, now);
    const reasons = findReasonsEndedByAccept(payment);
    if (reasons.length > 0) {
      await reopenPayment(tx, actor, { paymentId: payment.id, reasons }, now);
    }
    await notifyRefundChanged(tx, payment);
  });
}
