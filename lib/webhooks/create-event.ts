import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery, webhookEvent, webhookHost } from '@/db/schema/webhooks';
import { newId } from '@/lib/domain/ids';
import type { EventType } from '@/lib/domain/payment';
import { type EventFacts, eventBody, eventData } from './event-body';
import { hostKey } from './target-url';

/** Notified when a delivery becomes due, so that senders look at once. */
export const DUE_CHANNEL = 'webhook_due';

export interface NewEvent extends EventFacts {
  readonly apiKeyId: string;
  readonly type: EventType;
  /** Its place among the payment's events, from 1. */
  readonly sequence: number;
}

/**
 * Writes an event with its frozen body and, when there is a URL, its delivery, due at once. Runs in
 * the transaction of the change that it reports, so that neither exists without the other.
 */
export async function recordEvent(tx: Db, event: NewEvent, now: Date): Promise<void> {
  await recordEvents(tx, [event], now);
}

/** {@link recordEvent} for many, with the same number of queries. */
export async function recordEvents(tx: Db, events: readonly NewEvent[], now: Date): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({ id: newId('event'), event }));
  await tx.insert(webhookEvent).values(
    rows.map(({ id, event }) => ({
      id,
      paymentId: event.paymentId,
      type: event.type,
      sequence: event.sequence,
      txid: event.txid,
      body: eventBody(event.type, eventData(event)),
      createdAt: now,
    })),
  );
  const deliveries = rows.flatMap(({ id, event }) => deliveryOf(id, event, now) ?? []);
  if (deliveries.length === 0) return;
  // In one order everywhere, so that two transactions that add the same hosts cannot deadlock.
  const hosts = [...new Set(deliveries.map(({ host }) => host))].sort();
  await tx
    .insert(webhookHost)
    .values(hosts.map((host) => ({ host })))
    .onConflictDoNothing();
  await tx.insert(delivery).values(deliveries);
  await notifyDue(tx);
}

/** Wakes all senders when the surrounding transaction commits. */
export async function notifyDue(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_notify(${DUE_CHANNEL}, '')`);
}

function deliveryOf(
  eventId: string,
  event: NewEvent,
  now: Date,
): typeof delivery.$inferInsert | undefined {
  if (event.webhookUrl === null) return undefined;
  return {
    id: newId('delivery'),
    eventId,
    paymentId: event.paymentId,
    apiKeyId: event.apiKeyId,
    eventType: event.type,
    sequence: event.sequence,
    url: event.webhookUrl,
    host: hostKey(event.webhookUrl),
    nextAttemptAt: now,
    startedAt: now,
    createdAt: now,
  };
}
