import { inArray, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
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
  const sent = rows.filter(({ event }) => event.webhookUrl !== null);
  if (sent.length === 0) return;
  const merchants = await merchantsOf(tx, new Set(sent.map(({ event }) => event.apiKeyId)));
  const deliveries = sent.map(({ id, event }) => deliveryOf(id, event, merchants, now));
  await addHosts(tx, deliveries);
  await tx.insert(delivery).values(deliveries);
  await notifyDue(tx);
}

/** The merchants of API keys, by key. */
async function merchantsOf(tx: Db, keyIds: ReadonlySet<string>): Promise<Map<string, string>> {
  const keys = await tx
    .select({ id: apiKey.id, merchantId: apiKey.merchantId })
    .from(apiKey)
    .where(inArray(apiKey.id, [...keyIds]));
  return new Map(keys.map(({ id, merchantId }) => [id, merchantId]));
}

async function addHosts(tx: Db, deliveries: readonly NewDelivery[]): Promise<void> {
  const hosts = new Map(
    deliveries.map(({ merchantId, host }) => [`${merchantId} ${host}`, { merchantId, host }]),
  );
  // In one order everywhere, so that two transactions that add the same hosts cannot deadlock.
  const sorted = [...hosts.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  await tx
    .insert(webhookHost)
    .values(sorted.map(([, host]) => host))
    .onConflictDoNothing();
}

/** Wakes all senders when the surrounding transaction commits. */
export async function notifyDue(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_notify(${DUE_CHANNEL}, '')`);
}

type NewDelivery = typeof delivery.$inferInsert;

function deliveryOf(
  eventId: string,
  event: NewEvent,
  merchants: ReadonlyMap<string, string>,
  now: Date,
): NewDelivery {
  const merchantId = merchants.get(event.apiKeyId);
  if (event.webhookUrl === null || merchantId === undefined) {
    throw new Error('a delivery needs a URL and the merchant of its key');
  }
  return {
    id: newId('delivery'),
    eventId,
    paymentId: event.paymentId,
    apiKeyId: event.apiKeyId,
    merchantId,
    eventType: event.type,
    sequence: event.sequence,
    url: event.webhookUrl,
    host: hostKey(event.webhookUrl),
    nextAttemptAt: now,
    startedAt: now,
    createdAt: now,
  };
}
