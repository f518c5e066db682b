import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery, deliveryAttempt, webhookEvent } from '@/db/schema/webhooks';
import { newId } from '@/lib/domain/ids';
import type { EventType } from '@/lib/domain/payment';

/** Longer than any exchange: a try that is still unfinished then has lost its sender. */
export const LEASE_MS = 30_000;

/** Tries in flight to one host, over all processes. */
export const PER_HOST = 8;

/** Any number that nothing else locks: one claim at a time sees all that is in flight. */
const CLAIM_LOCK = 7_270_012;

/** One try that this process must make: it is on record, and no other process will make it. */
export interface Claim {
  readonly attemptId: string;
  readonly deliveryId: string;
  readonly paymentId: string;
  readonly apiKeyId: string;
  readonly eventId: string;
  readonly eventType: EventType;
  readonly body: string;
  readonly url: string;
  readonly host: string;
  /** Number of this try, from 1. */
  readonly attempt: number;
  readonly startedAt: Date;
}

/**
 * Takes the deliveries that `pick` names and writes the tries to be made, before any socket opens.
 * Tries whose sender died go back first: their record stays unfinished, and the delivery is due
 * now.
 *
 * @param clock read once the turn has come: it may have been waited for longer than a lease lasts
 * @param pick names pending deliveries and locks their rows
 */
export async function claim(
  db: Db,
  clock: () => Date,
  pick: (tx: Db, now: Date) => Promise<string[]>,
): Promise<Claim[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`);
    const now = clock();
    await reclaimExpired(tx, now);
    const ids = await pick(tx, now);
    return ids.length === 0 ? [] : take(tx, ids, now);
  });
}

async function take(tx: Db, ids: readonly string[], now: Date): Promise<Claim[]> {
  const rows = await tx
    .update(delivery)
    .set({
      status: 'delivering',
      attempt: sql`${delivery.attempt} + 1`,
      nextAttemptAt: null,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
    })
    .from(webhookEvent)
    .where(and(inArray(delivery.id, [...ids]), eq(webhookEvent.id, delivery.eventId)))
    .returning({
      deliveryId: delivery.id,
      paymentId: delivery.paymentId,
      apiKeyId: delivery.apiKeyId,
      eventId: delivery.eventId,
      eventType: delivery.eventType,
      body: webhookEvent.body,
      url: delivery.url,
      host: delivery.host,
      attempt: delivery.attempt,
      startedAt: delivery.startedAt,
    });
  const claims = rows.map((row) => ({ ...row, attemptId: newId('attempt') }));
  await tx.insert(deliveryAttempt).values(
    claims.map(({ attemptId, deliveryId, attempt }) => ({
      id: attemptId,
      deliveryId,
      number: attempt,
      startedAt: now,
    })),
  );
  return claims;
}

async function reclaimExpired(tx: Db, now: Date): Promise<void> {
  await tx
    .update(delivery)
    .set({ status: 'pending', leaseUntil: null, nextAttemptAt: now })
    .where(and(eq(delivery.status, 'delivering'), lte(delivery.leaseUntil, now)));
}
