import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayChange, type Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import type { Sats } from '@/lib/domain/sats';
import { findReasonsEndedByAccept } from '@/lib/domain/worklist';
import { notifyDashboards } from '@/lib/server/changes/notify-dashboards';
import { markHandled, paymentChangedProblem } from './handle-payment';
import { writeNote } from './inbox-note';
import { lockPayment } from './lock-payment';
import { notifyPaymentChanged } from './payment-changes';
import { decisionFactsOf } from './views/decision-facts';

export interface AcceptRequest {
  readonly paymentId: string;
  /** The received amount that the member saw. */
  readonly received: Sats;
  /** If absent, the payment's note stays as it is. */
  readonly note?: string | null | undefined;
}

/**
 * Accepts money that was late, too little or too much. The money then counts as earned, and the
 * payment's inbox reasons about it are marked as done. The status does not change, and no event is
 * sent. Accepting again changes nothing. `reopenPayment` withdraws the acceptance.
 *
 * @throws Problem `forbidden` for a viewer; `payment_not_found`; `payment_changed` if the received
 *   amount is no longer what the member saw; `payment_not_acceptable` if the payment has no such
 *   confirmed money; `invalid_request` for a note with a secret
 */
export async function acceptPayment(
  db: Db,
  actor: Member,
  { paymentId, received, note }: AcceptRequest,
  now: Date,
): Promise<void> {
  assertMayChange(actor);
  await db.transaction(async (tx) => {
    const row = await lockPayment(tx, actor, paymentId);
    if (row.receivedSats !== received) throw paymentChangedProblem(row);
    if (row.acceptedAt) return;
    const reasons = findReasonsEndedByAccept(row);
    if (reasons.length === 0 || !(await decisionFactsOf(tx, paymentId)).settled) {
      throw new Problem(
        'payment_not_acceptable',
        'Only confirmed money that came late, is short or is over can be accepted.',
      );
    }
    const handled = [...new Set([...row.handled, ...reasons])];
    await tx.update(payment).set({ handled, acceptedAt: now }).where(eq(payment.id, paymentId));
    await markHandled(tx, actor, paymentId, reasons, now);
    if (note !== undefined) await writeNote(tx, actor, paymentId, { note });
    const data = { received_sats: received, note: note ?? null };
    await recordAuditEntry(tx, actor, 'payment.accept', paymentId, data, now);
    await notifyDashboards(tx, actor.merchantId, [`payment ${paymentId}`]);
    await notifyPaymentChanged(tx, row.checkoutId);
  });
}
