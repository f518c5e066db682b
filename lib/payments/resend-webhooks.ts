import type { Db } from '@/db/client';
import { type Actor, assertMayChange } from '@/lib/domain/actor';
import { resendDeliveries } from '@/lib/webhooks/delivery/resend-deliveries';
import { getPayment } from './get-payment';

/**
 * Resends the failed deliveries of a payment.
 *
 * @returns the number of deliveries
 * @throws Problem `forbidden` for a viewer; `payment_not_found`
 */
export async function resendWebhooks(
  db: Db,
  actor: Actor,
  paymentId: string,
  now: Date,
): Promise<number> {
  assertMayChange(actor);
  const { row } = await getPayment(db, actor, paymentId);
  return resendDeliveries(db, actor, { paymentId: row.id, state: 'failed' }, now);
}
