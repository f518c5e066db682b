import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { type DeliveryStatus, delivery } from '@/db/schema/webhooks';
import type { EventType } from '@/lib/domain/payment';
import { Problem } from '@/lib/domain/problems';

export interface DeliveryView {
  readonly id: string;
  readonly paymentId: string;
  readonly eventType: EventType;
  readonly status: DeliveryStatus;
  /** Tries made so far. */
  readonly attempt: number;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
  readonly nextAttemptAt: Date | null;
  readonly responseStatus: number | null;
}

/**
 * The deliveries of a payment of this key, oldest first.
 *
 * @throws Problem payment_not_found, also for a payment of another key
 */
export async function listDeliveries(
  db: Db,
  apiKeyId: string,
  paymentId: string,
): Promise<DeliveryView[]> {
  const rows = await db
    .select({
      id: delivery.id,
      paymentId: delivery.paymentId,
      eventType: delivery.eventType,
      status: delivery.status,
      attempt: delivery.attempt,
      lastError: delivery.lastError,
      createdAt: delivery.createdAt,
      deliveredAt: delivery.deliveredAt,
      nextAttemptAt: delivery.nextAttemptAt,
      responseStatus: delivery.responseStatus,
    })
    .from(delivery)
    .where(and(eq(delivery.paymentId, paymentId), eq(delivery.apiKeyId, apiKeyId)))
    .orderBy(asc(delivery.createdAt), asc(delivery.sequence), asc(delivery.id));
  if (rows.length > 0) return rows;
  const [owned] = await db
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.id, paymentId), eq(payment.apiKeyId, apiKeyId)));
  if (!owned) throw new Problem('payment_not_found', 'There is no payment with this id.');
  return [];
}
