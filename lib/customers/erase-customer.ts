import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayAdminister, type Member } from '@/lib/domain/actor';
import { keysVisibleTo, lockRole } from '@/lib/keys/key-conditions';
import { eraseCustomerFromPayments } from './erase-customer-from-payments';
import { getPaymentCustomerKey } from './get-customer';

/**
 * Erases a customer from all payments of the merchant, on every network, and returns the number of
 * payments. The audit entry contains only this number.
 *
 * @throws Problem `forbidden` unless the actor is an owner; the problems of {@link
 *  getPaymentCustomerKey}
 */
export async function eraseCustomer(
  db: Db,
  actor: Member,
  paymentId: string,
  now: Date,
): Promise<number> {
  assertMayAdminister(actor);
  return db.transaction(async (tx) => {
    await lockRole(tx, actor);
    const { key } = await getPaymentCustomerKey(tx, actor, paymentId);
    // Locks payments in the same order as chain reads, to prevent a deadlock.
    const rows = await tx
      .select({ id: payment.id })
      .from(payment)
      .where(and(inArray(payment.apiKeyId, keysVisibleTo(tx, actor)), eq(payment.customerKey, key)))
      .orderBy(asc(payment.id))
      .for('update');
    const ids = rows.map(({ id }) => id);
    await eraseCustomerFromPayments(tx, ids, now);
    await recordAuditEntry(tx, actor, 'customer.erase', paymentId, { payments: ids.length }, now);
    return ids.length;
  });
}
