import { and, eq, isNotNull, ne, sum } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { output } from '@/db/schema/payments';
import { refund } from '@/db/schema/refunds';
import type { Actor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { satsToGiveBack } from '@/lib/domain/refund';
import { type Sats, toSats } from '@/lib/domain/sats';
import { getPayment } from '@/lib/payments/get-payment';
import type { PaymentRow } from '@/lib/payments/payment-row';
import type { RefundRow } from './refund-row';

export interface RefundTotals {
  /**
   * The received satoshis that are in a block. Unconfirmed outputs do not count, because they may
   * still vanish.
   */
  readonly receivedSats: Sats;
  /** The total satoshis of the refunds that are not dropped. */
  readonly refundedSats: Sats;
  /** The default amount of the next refund; 0 when nothing is left to give back. */
  readonly toGiveBackSats: Sats;
}

/** Returns the sums of a payment, which must be locked unless the sums are only shown. */
export async function readRefundTotals(
  db: Db,
  { id, status, flags, amountSats }: PaymentRow,
): Promise<RefundTotals> {
  const [[received], [refunded]] = await Promise.all([
    db
      .select({ sats: sum(output.sats).mapWith(Number) })
      .from(output)
      .where(and(eq(output.paymentId, id), eq(output.gone, false), isNotNull(output.height))),
    db
      .select({ sats: sum(refund.amountSats).mapWith(Number) })
      .from(refund)
      .where(and(eq(refund.paymentId, id), ne(refund.status, 'dropped'))),
  ]);
  const receivedSats = toSats(received?.sats ?? 0);
  const refundedSats = toSats(refunded?.sats ?? 0);
  const facts = { status, flags, amount: amountSats };
  return {
    receivedSats,
    refundedSats,
    toGiveBackSats: satsToGiveBack({ ...facts, received: receivedSats, refunded: refundedSats }),
  };
}

/** Returns the sums of a payment without one of its refunds, whose amount is about to change. */
export async function refundTotalsWithout(
  tx: Db,
  payment: PaymentRow,
  { amountSats }: Pick<RefundRow, 'amountSats'>,
): Promise<RefundTotals> {
  const sums = await readRefundTotals(tx, payment);
  return { ...sums, refundedSats: toSats(sums.refundedSats - amountSats) };
}

/**
 * Returns the sums of a payment, for a form that proposes a refund.
 *
 * @throws Problem `payment_not_found`
 */
export async function readRefundable(
  db: Db,
  actor: Actor,
  paymentId: string,
): Promise<RefundTotals> {
  return readRefundTotals(db, (await getPayment(db, actor, paymentId)).row);
}

/** @throws Problem `refund_exceeds_received` when the refunds would exceed what was received */
export function requireReceived(
  { receivedSats, refundedSats }: RefundTotals,
  amount: Sats,
  isConfirmed: boolean,
): void {
  if (isConfirmed || refundedSats + amount <= receivedSats) return;
  throw new Problem(
    'refund_exceeds_received',
    `${receivedSats} sat of this payment are in a block, and other refunds give back ${refundedSats} of them. Refund at most ${Math.max(0, receivedSats - refundedSats)} sat, or send confirm_excess to give back more.`,
  );
}
