import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { webhookHost } from '@/db/schema/endpoints';
import { payment } from '@/db/schema/payments';
import { delivery, webhookEvent } from '@/db/schema/webhooks';
import type { Actor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { isKeyVisibleTo } from '@/lib/keys/key-conditions';
import { HOST_OF_DELIVERY } from '../webhook-host';
import { type ExchangeView, exchangeView } from './exchange-view';
import { DELIVERY_FIELDS, type DeliveryView } from './list-payment-deliveries';
import {
  type AttemptOutcome,
  type AttemptRow,
  readAttempts,
  recordedOutcome,
} from './read-attempts';

export interface AttemptView {
  /** From 1. */
  readonly number: number;
  readonly startedAt: Date;
  readonly outcome: AttemptOutcome;
  readonly exchange: ExchangeView;
}

export interface DeliveryDetail extends DeliveryView {
  readonly reference: string | null;
  readonly apiKeyId: string;
  readonly keyName: string;
  readonly url: string;
  /** The same bytes on every attempt. */
  readonly body: string;
  /** Newest first. Records of attempts are kept for 90 days. */
  readonly attempts: readonly AttemptView[];
}

/** @throws Problem `not_found`, also for a delivery that the actor may not see */
export async function getDelivery(
  db: Db,
  actor: Actor,
  deliveryId: string,
): Promise<DeliveryDetail> {
  const [found] = await db
    .select({
      row: delivery,
      view: DELIVERY_FIELDS,
      event: webhookEvent,
      payment,
      key: apiKey,
    })
    .from(delivery)
    .innerJoin(webhookEvent, eq(webhookEvent.id, delivery.eventId))
    .innerJoin(payment, eq(payment.id, delivery.paymentId))
    .innerJoin(apiKey, eq(apiKey.id, delivery.apiKeyId))
    .leftJoin(webhookHost, HOST_OF_DELIVERY)
    .where(and(eq(delivery.id, deliveryId), isKeyVisibleTo(actor)));
  if (!found) throw new Problem('not_found', 'There is no webhook delivery with this id.');
  const { row, event, key } = found;
  const attempts = await readAttempts(db, row);
  return {
    ...found.view,
    reference: found.payment.reference,
    apiKeyId: key.id,
    keyName: key.name,
    url: row.url,
    body: event.body,
    attempts: attempts.map((attempt) => attemptView(row, event.body, attempt)).reverse(),
  };
}

function attemptView(
  of: typeof delivery.$inferSelect,
  body: string,
  attempt: AttemptRow,
): AttemptView {
  const { errorCode, error } = attempt;
  return {
    number: attempt.number,
    startedAt: attempt.startedAt,
    outcome: outcomeOf(of, attempt),
    exchange: exchangeView({
      url: of.url,
      body,
      requestHeaders: attempt.requestHeaders,
      status: attempt.responseStatus,
      responseHeaders: attempt.responseHeaders,
      responseBody: attempt.responseBody,
      responseEnd: attempt.responseEnd,
      remoteAddress: attempt.remoteAddress,
      timings: attempt.timings,
      cause: errorCode === null || error === null ? null : { code: errorCode, message: error },
    }),
  };
}

function outcomeOf(of: typeof delivery.$inferSelect, attempt: AttemptRow): AttemptOutcome {
  const isInFlight = of.status === 'delivering' && of.attempt === attempt.number;
  return isInFlight && !attempt.finishedAt ? 'running' : recordedOutcome(attempt);
}
