import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { delivery, deliveryAttempt, webhookEvent } from '@/db/schema/webhooks';
import { newId } from '@/lib/domain/ids';
import { recordDialectEvents } from '@/lib/webhooks/events/create-event';
import { BTCPAY_DIALECT, redeliveryText } from './dialect';
import { isSignedBy, lockStoreWebhook, type StoreWebhook } from './store-webhooks';

export interface StoreDelivery {
  readonly id: string;
  readonly createdAt: Date;
  /** When the last attempt began; null if its record was deleted. */
  readonly attemptedAt: Date | null;
  readonly responseStatus: number | null;
  readonly lastError: string | null;
}

/**
 * Returns the newest deliveries of a webhook that have had at least one attempt.
 *
 * @param id if given, only the delivery with this id is returned
 */
export function listStoreDeliveries(
  db: Db,
  { id: webhookId, apiKeyId }: StoreWebhook,
  limit: number,
  id?: string,
): Promise<StoreDelivery[]> {
  return db
    .select({
      id: delivery.id,
      createdAt: delivery.createdAt,
      attemptedAt: deliveryAttempt.startedAt,
      responseStatus: delivery.responseStatus,
      lastError: delivery.lastError,
    })
    .from(delivery)
    .innerJoin(webhookEvent, eq(webhookEvent.id, delivery.eventId))
    .leftJoin(
      deliveryAttempt,
      and(
        eq(deliveryAttempt.deliveryId, delivery.id),
        eq(deliveryAttempt.number, delivery.attempt),
      ),
    )
    .where(
      and(
        eq(delivery.apiKeyId, apiKeyId),
        id === undefined ? undefined : eq(delivery.id, id),
        gt(delivery.attempt, 0),
        isSignedBy(sql`${webhookEvent.dialect}`, webhookId),
      ),
    )
    .orderBy(desc(delivery.createdAt), desc(delivery.sequence), asc(delivery.id))
    .limit(limit);
}

/** Returns the request body of a delivery; undefined if the webhook has no such delivery. */
export async function readDeliveryBody(
  db: Db,
  webhook: StoreWebhook,
  deliveryId: string,
): Promise<string | undefined> {
  return (await findEvent(db, webhook, deliveryId))?.body;
}

/**
 * Sends the event of a delivery once more, to the webhook's current URL.
 *
 * @returns the id of the new delivery; undefined if the webhook or the delivery does not exist
 */
export async function redeliverStoreEvent(
  db: Db,
  storeId: string,
  webhookId: string,
  deliveryId: string,
  now: Date,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const webhook = await lockStoreWebhook(tx, storeId, webhookId);
    const event = webhook && (await findEvent(tx, webhook, deliveryId));
    if (!event) return undefined;
    const { paymentId, type, body } = event;
    const [next] = await tx
      .update(payment)
      .set({ eventCount: sql`${payment.eventCount} + 1` })
      .where(eq(payment.id, paymentId))
      .returning({ sequence: payment.eventCount });
    if (!next) throw new Error('an event has no payment, although a foreign key requires one');
    const id = newId('delivery');
    const { apiKeyId, url, automaticRedelivery } = webhook;
    const dialect = { name: BTCPAY_DIALECT, signer: webhook.id, isSentOnce: !automaticRedelivery };
    const again = { paymentId, apiKeyId, type, url, dialect, sequence: next.sequence };
    const text = redeliveryText(body, id);
    await recordDialectEvents(tx, [{ ...again, deliveryId: id, body: text }], now);
    return id;
  });
}

async function findEvent(db: Db, { id, apiKeyId }: StoreWebhook, deliveryId: string) {
  const { paymentId, type, body } = webhookEvent;
  const [found] = await db
    .select({ paymentId, type, body })
    .from(delivery)
    .innerJoin(webhookEvent, eq(webhookEvent.id, delivery.eventId))
    .where(
      and(
        eq(delivery.id, deliveryId),
        eq(delivery.apiKeyId, apiKeyId),
        isSignedBy(sql`${webhookEvent.dialect}`, id),
      ),
    );
  return found;
}
