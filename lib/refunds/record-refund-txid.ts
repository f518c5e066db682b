import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { refund } from '@/db/schema/refunds';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayChange, type Member } from '@/lib/domain/actor';
import { invalidField } from '@/lib/domain/problems';
import type { NewPaymentSignal } from '@/lib/payments/new-payment-signal';
import { lockRefund, requireOpen } from './refund-row';
import { startPastBlockSearch } from './start-past-block-search';

/**
 * Records that a transaction has already paid a refund. This hint starts a search of the mempool
 * and of the blocks since the payment.
 *
 * @throws Problem `forbidden` for a viewer; `not_found`; `refund_not_open` once it is sent or
 *  dropped; `invalid_request` while the refund has no address
 */
export async function recordRefundTxid(
  { db, newPayments }: { readonly db: Db; readonly newPayments: NewPaymentSignal },
  actor: Member,
  { refundId, txid }: { readonly refundId: string; readonly txid: string },
  now: Date,
): Promise<void> {
  assertMayChange(actor);
  const network = await db.transaction(async (tx) => {
    const { row, payment } = await lockRefund(tx, actor, refundId);
    if (row.txid === txid) return row.network;
    requireOpen(row);
    if (row.script === null) {
      throw invalidField('/address', 'required', 'Enter the address that the transaction pays.');
    }
    await tx
      .update(refund)
      .set({ claimedTxid: txid, updatedAt: now })
      .where(eq(refund.id, refundId));
    await startPastBlockSearch(tx, payment, refundId);
    const data = { txid, refund_id: refundId };
    await recordAuditEntry(tx, actor, 'refund.claim_paid', payment.id, data, now);
    return row.network;
  });
  newPayments.emit(network);
}
