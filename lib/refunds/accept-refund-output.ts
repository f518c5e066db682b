import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { refund } from '@/db/schema/refunds';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayChange, type Member } from '@/lib/domain/actor';
import { priceOfReceived } from '@/lib/domain/price';
import { Problem } from '@/lib/domain/problems';
import type { NewPaymentSignal } from '@/lib/payments/new-payment-signal';
import { listUnmatchedRefundOutputs } from './other-outputs';
import { lockRefund, requireOpen, sealRefund } from './refund-row';
import { refundTotalsWithout, requireReceived } from './refund-totals';
import { formerScripts } from './set-refund-address';

interface AcceptOutputRequest {
  readonly refundId: string;
  readonly txid: string;
  readonly vout: number;
  /** Whether the request confirms that the refunds may exceed what was received. */
  readonly confirmExcess: boolean;
}

/**
 * Accepts an output with another amount, or to a former address. The refund gets the output's
 * amount and address, and the next read of the chain marks the refund as sent.
 *
 * @throws Problem `forbidden` for a viewer; `not_found`, also for an output that another refund
 *  has; `refund_not_open` once it is sent or dropped; `refund_exceeds_received`
 */
export async function acceptRefundOutput(
  { db, newPayments }: { readonly db: Db; readonly newPayments: NewPaymentSignal },
  actor: Member,
  { refundId, txid, vout, confirmExcess }: AcceptOutputRequest,
  now: Date,
): Promise<void> {
  assertMayChange(actor);
  const network = await db.transaction(async (tx) => {
    const { row, payment } = await lockRefund(tx, actor, refundId);
    requireOpen(row);
    const others = (await listUnmatchedRefundOutputs(tx, [row])).get(row.id) ?? [];
    const sent = others.find((output) => output.txid === txid && output.vout === vout);
    if (!sent) throw new Problem('not_found', 'No such output was sent to the address.');
    const sums = await refundTotalsWithout(tx, payment, row);
    requireReceived(sums, sent.sats, confirmExcess || row.excessConfirmed);
    const [changed] = await tx
      .update(refund)
      .set({
        amountSats: sent.sats,
        askedSats: [...row.askedSats, sent.sats],
        price: row.price && priceOfReceived(row.price, sent.sats, row.amountSats),
        quotedAt: null,
        claimedTxid: txid,
        excessConfirmed: row.excessConfirmed || confirmExcess,
        isNewAddress: true,
        ...(sent.script !== row.script && {
          address: sent.address,
          script: sent.script,
          formerScripts: formerScripts(row, sent.script),
          addressGivenBy: 'merchant',
          addressGivenAt: now,
        }),
        updatedAt: now,
      })
      .where(eq(refund.id, refundId))
      .returning();
    if (changed) await sealRefund(tx, changed);
    const data = { amount_sats: sent.sats, txid, refund_id: refundId };
    await recordAuditEntry(tx, actor, 'refund.accept_output', payment.id, data, now);
    return row.network;
  });
  newPayments.emit(network);
}
