import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { refund } from '@/db/schema/refunds';
import type { Actor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { isRefundOpen } from '@/lib/domain/refund';
import { keysVisibleTo, lockRole } from '@/lib/keys/key-conditions';
import { requireIntact, sealOf } from '@/lib/keys/seal';
import type { PaymentRow } from '@/lib/payments/payment-row';

export type RefundRow = typeof refund.$inferSelect;

export interface LockedRefund {
  readonly row: RefundRow;
  readonly payment: PaymentRow;
}

/**
 * Locks a payment, which also locks all its refunds.
 *
 * @throws Problem `payment_not_found`, also for a payment that the actor may not see;
 * `address_not_verified` if the payment was changed in the database
 */
export async function lockRefundedPayment(
  tx: Db,
  actor: Actor,
  paymentId: string,
): Promise<PaymentRow> {
  const [row] = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.id, paymentId), inArray(payment.apiKeyId, keysVisibleTo(tx, actor))))
    .for('update');
  if (!row) throw new Problem('payment_not_found', 'There is no payment with this id.');
  await lockRole(tx, actor);
  return requireIntact('payment', row);
}

/**
 * Locks a refund's payment before the refund, as every change of a refund does.
 *
 * @throws Problem `not_found`, also for a refund that the actor may not see;
 * `address_not_verified` if a row was changed in the database
 */
export async function lockRefund(tx: Db, actor: Actor, refundId: string): Promise<LockedRefund> {
  const ofRefund = tx.select({ id: refund.paymentId }).from(refund).where(eq(refund.id, refundId));
  const [locked] = await tx
    .select()
    .from(payment)
    .where(
      and(eq(payment.id, sql`${ofRefund}`), inArray(payment.apiKeyId, keysVisibleTo(tx, actor))),
    )
    .for('update');
  if (!locked) throw refundNotFound();
  await lockRole(tx, actor);
  const [row] = await tx.select().from(refund).where(eq(refund.id, refundId)).for('update');
  if (!row) throw refundNotFound();
  return { row: requireIntact('refund', row), payment: requireIntact('payment', locked) };
}

/** Seals a refund whose address or amount was just written. */
export async function sealRefund(tx: Db, row: RefundRow): Promise<RefundRow> {
  const seal = sealOf('refund', row);
  await tx.update(refund).set({ seal }).where(eq(refund.id, row.id));
  return { ...row, seal };
}

export function refundNotFound(): Problem {
  return new Problem('not_found', 'There is no refund with this id.');
}

/** @throws Problem `refund_not_open` if an output was seen or the refund is dropped */
export function requireOpen({ status }: Pick<RefundRow, 'status'>): void {
  if (isRefundOpen(status)) return;
  throw new Problem(
    'refund_not_open',
    `This refund is ${status}. Only a refund that is requested or ready can be changed.`,
  );
}
