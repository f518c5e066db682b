import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { paymentHandled } from '@/db/schema/worklist';
import type { PaymentStanding } from '@/lib/domain/payment';
import { type DecisionReason, findDecisionReasons } from '@/lib/domain/worklist';
import { notifyPaymentChanged } from './payment-changes';
import type { PaymentRow } from './payment-row';

interface Move {
  readonly row: PaymentRow;
  readonly standing: PaymentStanding;
}

/** The reasons that end when a follow-up with the missing amount is confirmed. */
const SETTLED: readonly DecisionReason[] = ['underpaid', 'reverted'];

/**
 * When a follow-up is confirmed, settles the payments that it follows: together they cover the
 * amount, so the earlier payments need no decision and their money is accepted. When the follow-up
 * is no longer confirmed, the settlement is undone.
 */
export async function settleFollowedUpPayments(
  tx: Db,
  moved: readonly Move[],
  now: Date,
): Promise<void> {
  for (const { row, standing } of moved) {
    const isConfirmed = standing.status === 'confirmed';
    if (isConfirmed === (row.status === 'confirmed')) continue;
    for (let id = row.followsPaymentId; id !== null; ) {
      const first = await lockFirst(tx, id);
      if (isConfirmed) await accept(tx, first, now);
      else await reopen(tx, first);
      id = first.followsPaymentId;
    }
  }
}

async function lockFirst(tx: Db, id: string): Promise<PaymentRow> {
  const [row] = await tx.select().from(payment).where(eq(payment.id, id)).for('update');
  if (!row) throw new Error('a payment follows one that is missing, although none is ever deleted');
  return row;
}

async function accept(tx: Db, first: PaymentRow, now: Date): Promise<void> {
  const settled = findDecisionReasons(first).filter((reason) => SETTLED.includes(reason));
  if (settled.length === 0 || first.acceptedAt) return;
  // The rows are deleted so that no member is shown as the one who settled the payment.
  await tx.delete(paymentHandled).where(eq(paymentHandled.paymentId, first.id));
  const handled = [...new Set([...first.handled, ...settled])];
  await write(tx, first, { handled, acceptedAt: now });
}

/** Undoes the settlement, but not what a member has accepted. */
async function reopen(tx: Db, first: PaymentRow): Promise<void> {
  const byMember = await tx.$count(paymentHandled, eq(paymentHandled.paymentId, first.id));
  if (byMember > 0 || !first.acceptedAt) return;
  const handled = first.handled.filter((reason) => !SETTLED.includes(reason));
  await write(tx, first, { handled, acceptedAt: null });
}

async function write(
  tx: Db,
  { id, checkoutId }: PaymentRow,
  change: Pick<PaymentRow, 'handled' | 'acceptedAt'>,
): Promise<void> {
  await tx.update(payment).set(change).where(eq(payment.id, id));
  await notifyPaymentChanged(tx, checkoutId);
}
