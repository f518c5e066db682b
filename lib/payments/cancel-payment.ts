import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, assertMayChange } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { toSats } from '@/lib/domain/sats';
import { keysVisibleTo } from '@/lib/keys/key-conditions';
import { type FoundPayment, getPayment } from './get-payment';
import { readExtras } from './payment-extra';
import {
  changePaymentStanding,
  noPaymentChangeHook,
  type PaymentChangeHook,
  recordStandings,
} from './record-standings';

/**
 * Cancels a pending payment that has received nothing. Its address stays watched, but another
 * payment may use it. Canceling again changes nothing.
 *
 * @throws Problem `forbidden` for a viewer; `payment_not_found`; `payment_not_cancelable`, with the
 *   status
 */
export async function cancelPayment(
  db: Db,
  actor: Actor,
  paymentId: string,
  now: Date,
  afterChange: PaymentChangeHook = noPaymentChangeHook,
): Promise<FoundPayment> {
  assertMayChange(actor);
  return db.transaction(async (tx) => {
    if (await cancelPending(tx, actor, paymentId, now)) await afterChange(tx, [paymentId], now);
    const found = await getPayment(tx, actor, paymentId);
    if (found.row.status !== 'canceled') throw notCancelable(found);
    return found;
  });
}

/** @returns whether this call canceled the payment */
async function cancelPending(tx: Db, actor: Actor, paymentId: string, now: Date): Promise<boolean> {
  const keys = keysVisibleTo(tx, actor);
  const [row] = await tx
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.id, paymentId),
        inArray(payment.apiKeyId, keys),
        eq(payment.status, 'pending'),
        eq(payment.receivedSats, toSats(0)),
      ),
    )
    .for('update');
  if (!row) return false;
  const extras = await readExtras(tx, [row.id]);
  const moved = changePaymentStanding(row, { status: 'canceled', canceledAt: now });
  await recordStandings(tx, [moved], { extras, tipHeight: 0, now });
  await recordAuditEntry(tx, actor, 'payment.cancel', paymentId, {}, now);
  return true;
}

function notCancelable({ row }: FoundPayment): Problem {
  const why =
    row.status === 'pending' || row.receivedSats > 0
      ? `it is ${row.status} and has received ${row.receivedSats} sats`
      : `it is ${row.status}`;
  return new Problem(
    'payment_not_cancelable',
    `This payment can no longer be canceled: ${why}. Only a pending payment that has received nothing can be.`,
  );
}
