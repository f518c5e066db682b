import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { webhookHost } from '@/db/schema/endpoints';
import { payment } from '@/db/schema/payments';
import { delivery, deliveryAttempt } from '@/db/schema/webhooks';
import type { Actor } from '@/lib/domain/actor';
import { keysVisibleTo } from '@/lib/keys/key-conditions';
import { HOST_OF_DELIVERY } from '../webhook-host';
import {
  DELIVERY_STATES,
  type DeliveryFilter,
  type DeliveryState,
  deliveryCondition,
  inState,
} from './delivery-filter';
import { DELIVERY_FIELDS, type DeliveryView } from './list-payment-deliveries';

export interface DeliveryRow extends DeliveryView {
  readonly reference: string | null;
  readonly apiKeyId: string;
  readonly keyName: string;
  readonly url: string;
  /**
   * Duration of the newest attempt; null while it is in flight, and after its record was deleted.
   */
  readonly durationMs: number | null;
  /** Code of the newest attempt's failure; null if it did not fail. */
  readonly errorCode: string | null;
}

export interface DeliveryPage {
  readonly deliveries: readonly DeliveryRow[];
  readonly total: number;
  /** For each state, the number of deliveries that match all other conditions of the filter. */
  readonly counts: Readonly<Record<DeliveryState, number>>;
}

export interface DeliveryPageRequest {
  readonly limit: number;
  readonly offset: number;
}

/**
 * Returns a page of matching deliveries that the actor may see, newest first. One statement reads
 * the page and the counts, so they agree even while deliveries change.
 */
export async function searchDeliveries(
  db: Db,
  actor: Actor,
  filter: DeliveryFilter,
  page: DeliveryPageRequest,
): Promise<DeliveryPage> {
  const keys = keysVisibleTo(db, actor, filter);
  const { state, ...anyState } = filter;
  const totals = db
    .select(COUNTS)
    .from(delivery)
    .where(and(inArray(delivery.apiKeyId, keys), deliveryCondition(db, anyState)))
    .as('totals');
  const found = db
    .select({ ...DELIVERY_FIELDS, apiKeyId: delivery.apiKeyId, url: delivery.url })
    .from(delivery)
    .leftJoin(webhookHost, HOST_OF_DELIVERY)
    .where(and(inArray(delivery.apiKeyId, keys), deliveryCondition(db, filter)))
    .orderBy(desc(delivery.createdAt), asc(delivery.id))
    .limit(page.limit)
    .offset(page.offset)
    .as('found');
  const rows = await db
    .select({
      counts: totals._.selectedFields,
      found: found._.selectedFields,
      reference: payment.reference,
      keyName: apiKey.name,
      timings: deliveryAttempt.timings,
      errorCode: deliveryAttempt.errorCode,
    })
    .from(totals)
    .leftJoin(found, sql`true`)
    .leftJoin(payment, eq(payment.id, found.paymentId))
    .leftJoin(apiKey, eq(apiKey.id, found.apiKeyId))
    .leftJoin(
      deliveryAttempt,
      and(eq(deliveryAttempt.deliveryId, found.id), eq(deliveryAttempt.number, found.attempt)),
    )
    .orderBy(desc(found.createdAt), asc(found.id));
  const counts = rows[0]?.counts;
  if (!counts) throw new Error('an aggregate must return a row');
  return {
    deliveries: rows.flatMap(({ found: row, reference, keyName, timings, errorCode }) =>
      row && keyName !== null
        ? [{ ...row, reference, keyName, errorCode, durationMs: timings?.totalMs ?? null }]
        : [],
    ),
    total: state ? counts[state] : DELIVERY_STATES.reduce((sum, one) => sum + counts[one], 0),
    counts,
  };
}

const countOf = (state: DeliveryState) =>
  sql<number>`count(*) filter (where ${inState(state)})`.mapWith(Number).as(`in_${state}`);
const COUNTS = {
  failing: countOf('failing'),
  failed: countOf('failed'),
  delivered: countOf('delivered'),
  paused: countOf('paused'),
  sending: countOf('sending'),
};
