import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import type { Actor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { keysVisibleTo } from '@/lib/keys/key-conditions';
import type { PaymentRow } from './payment-row';

/**
 * Returns a payment that the actor may see, locked until the transaction ends.
 *
 * @throws Problem `payment_not_found`
 */
export async function lockPayment(tx: Db, actor: Actor, id: string): Promise<PaymentRow> {
  const [row] = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.id, id), inArray(payment.apiKeyId, keysVisibleTo(tx, actor))))
    .for('update');
  if (!row) throw new Problem('payment_not_found', `This merchant has no payment ${id}.`);
  return row;
}
