import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery, deliveryAttempt, webhookHost } from '@/db/schema/webhooks';
import type { Claim } from './claim';
import { notifyDue } from './create-event';

/** The stored state of an endpoint's host. */
export type HostRow = typeof webhookHost.$inferSelect;

/** The state of a host, locked for this transaction. */
export async function lockHost(tx: Db, host: string): Promise<HostRow> {
  const [row] = await tx
    .insert(webhookHost)
    .values({ host })
    // Changes nothing: it locks the row, whether or not it existed.
    .onConflictDoUpdate({ target: webhookHost.host, set: { host } })
    .returning();
  if (!row) throw new Error('an upsert must return a row');
  return row;
}

/**
 * Makes all waiting deliveries of a host due once it works again. The host's share still limits
 * concurrent sends.
 */
export async function releaseWaiting(tx: Db, host: string, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const earliest = sql`greatest(${at}, ${delivery.notBefore})`;
  await tx
    .update(delivery)
    .set({ nextAttemptAt: earliest })
    .where(
      and(
        eq(delivery.host, host),
        eq(delivery.status, 'pending'),
        gt(delivery.nextAttemptAt, earliest),
      ),
    );
  await notifyDue(tx);
}

/** Whether the host accepted an event since this delivery's previous attempt ended. */
export async function tookOthersSince(
  tx: Db,
  claim: Claim,
  lastSuccessAt: Date | null,
): Promise<boolean> {
  if (!lastSuccessAt) return false;
  const [previous] = await tx
    .select({
      at: sql<Date>`coalesce(${deliveryAttempt.finishedAt}, ${deliveryAttempt.startedAt})`.mapWith(
        deliveryAttempt.startedAt,
      ),
    })
    .from(deliveryAttempt)
    .where(
      and(
        eq(deliveryAttempt.deliveryId, claim.deliveryId),
        eq(deliveryAttempt.number, claim.attempt - 1),
      ),
    );
  return previous !== undefined && previous.at <= lastSuccessAt;
}
