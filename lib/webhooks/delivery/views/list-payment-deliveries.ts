import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { webhookHost } from '@/db/schema/endpoints';
import { payment } from '@/db/schema/payments';
import { delivery } from '@/db/schema/webhooks';
import type { Actor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { isKeyVisibleTo } from '@/lib/keys/key-conditions';
import { NEXT_ATTEMPT } from '../due';
import { HOST_OF_DELIVERY } from '../webhook-host';

/** The fields of a delivery in every view. The query must left-join `webhook_host`. */
export const DELIVERY_FIELDS = {
  id: delivery.id,
  /** The endpoint gets it as X-Service-Event-Id. */
  eventId: delivery.eventId,
  paymentId: delivery.paymentId,
  eventType: delivery.eventType,
  status: delivery.status,
  attempt: delivery.attempt,
  lastError: delivery.lastError,
  createdAt: delivery.createdAt,
  deliveredAt: delivery.deliveredAt,
  /** Not before the end of the host's pause. */
  nextAttemptAt: NEXT_ATTEMPT.as('next_attempt'),
  responseStatus: delivery.responseStatus,
} as const;

export type DeliveryView = Readonly<
  Pick<typeof delivery.$inferSelect, keyof typeof DELIVERY_FIELDS>
>;

export interface PaymentDelivery extends DeliveryView {
  readonly url: string;
}

/**
 * Returns a payment's deliveries, oldest first. An API key gets only deliveries to the payment's
 * own URL.
 *
 * @throws Problem `payment_not_found`, also for a payment that the actor may not see
 */
export async function listPaymentDeliveries(
  db: Db,
  actor: Actor,
  paymentId: string,
): Promise<PaymentDelivery[]> {
  const rows = await db
    .select({ ...DELIVERY_FIELDS, url: delivery.url })
    .from(delivery)
    .innerJoin(apiKey, eq(apiKey.id, delivery.apiKeyId))
    .leftJoin(webhookHost, HOST_OF_DELIVERY)
    .innerJoin(payment, eq(payment.id, delivery.paymentId))
    .where(
      and(
        eq(delivery.paymentId, paymentId),
        isKeyVisibleTo(actor),
        // The shop's backend must not learn the URLs of the merchant's other endpoints.
        actor.kind === 'key' ? eq(delivery.url, payment.webhookUrl) : undefined,
      ),
    )
    .orderBy(asc(delivery.createdAt), asc(delivery.sequence), asc(delivery.id));
  if (rows.length > 0) return rows;
  const [owned] = await db
    .select({ id: payment.id })
    .from(payment)
    .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
    .where(and(eq(payment.id, paymentId), isKeyVisibleTo(actor)));
  if (!owned) throw new Problem('payment_not_found', 'There is no payment with this id.');
  return [];
}
