import { and, eq, exists, gte, ilike, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { escapeLike } from '@/db/escape-like';
import { webhookEndpoint } from '@/db/schema/endpoints';
import { payment } from '@/db/schema/payments';
import { delivery, webhookEvent } from '@/db/schema/webhooks';
import { idPattern } from '@/lib/domain/ids';

/**
 * Each delivery is in exactly one state. `failing` waits for a retry after a failure, `sending` has
 * not failed yet, and `failed` was given up.
 */
export const DELIVERY_STATES = ['failing', 'failed', 'delivered', 'paused', 'sending'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined;
  /** A type of our own events, or of another dialect. */
  readonly eventType?: string | undefined;
  readonly apiKeyId?: string | undefined;
  readonly paymentId?: string | undefined;
  readonly endpointId?: string | undefined;
  /** The earliest creation time, inclusive. */
  readonly from?: Date | undefined;
  /** The end of the creation times, exclusive. */
  readonly before?: Date | undefined;
  /** The id of a delivery, event or payment, or a part of a reference or of the URL. */
  readonly text?: string | undefined;
}

/**
 * Returns the filter's condition on `delivery`. The caller limits the query to visible API keys.
 */
export function deliveryCondition(db: Db, filter: DeliveryFilter): SQL | undefined {
  const text = filter.text?.trim();
  return and(
    filter.eventType ? eq(delivery.eventType, filter.eventType) : undefined,
    filter.paymentId ? eq(delivery.paymentId, filter.paymentId) : undefined,
    filter.endpointId ? toEndpoint(filter.endpointId) : undefined,
    filter.from ? gte(delivery.createdAt, filter.from) : undefined,
    filter.before ? lt(delivery.createdAt, filter.before) : undefined,
    filter.state && inState(filter.state),
    text ? textCondition(db, text) : undefined,
  );
}

/** A scalar subquery lets PostgreSQL use the index on the merchant and the URL of deliveries. */
function toEndpoint(id: string): SQL {
  return sql`(${delivery.merchantId}, ${delivery.url}) = (
    select e.merchant_id, e.url from ${webhookEndpoint} e where e.id = ${id}
  )`;
}

export function inState(state: DeliveryState): SQL {
  const { status, held, lastError } = delivery;
  const isPaused = sql`(${status} = 'pending' and ${held})`;
  const isOpen = sql`(${status} in ('pending', 'delivering') and not ${isPaused})`;
  if (state === 'paused') return isPaused;
  if (state === 'failing') return sql`(${isOpen} and ${lastError} is not null)`;
  if (state === 'sending') return sql`(${isOpen} and ${lastError} is null)`;
  return sql`(${status} = ${sql.raw(`'${state}'`)})`;
}

/** An id is recognized by its form; any other text is searched for in URLs and references. */
function textCondition(db: Db, text: string): SQL | undefined {
  if (idPattern('delivery').test(text)) return eq(delivery.id, text);
  if (idPattern('payment').test(text)) return eq(delivery.paymentId, text);
  if (idPattern('event').test(text)) return ofEvent(db, text);
  const part = `%${escapeLike(text)}%`;
  return or(
    ilike(delivery.url, part),
    exists(
      db
        .select({ one: sql`1` })
        .from(payment)
        .where(and(eq(payment.id, delivery.paymentId), ilike(payment.reference, part))),
    ),
  );
}

/** The condition includes the payment, because the index on events begins with the payment. */
function ofEvent(db: Db, id: string): SQL | undefined {
  const ofPayment = db
    .select({ id: webhookEvent.paymentId })
    .from(webhookEvent)
    .where(eq(webhookEvent.id, id));
  return and(eq(delivery.paymentId, ofPayment), eq(delivery.eventId, id));
}
