import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery, deliveryAttempt, webhookHost } from '@/db/schema/webhooks';
import type { Claim } from './claim';
import { notifyDue } from './create-event';

/** What is known of a receiving host. */
export type HostRow = typeof webhookHost.$inferSelect;

/** The state of a host, for this transaction alone. */
export async function lockHost(tx: Db, host: string): Promise<HostRow> {
  const [row] = await tx
    .insert(webhookHost)
    .values({ host })
    // Sets nothing new: it takes the row's lock whether or not the row was there.
    .onConflictDoUpdate({ target: webhookHost.host, set: { host } })
    .returning();
  if (!row) throw new Error('an upsert that returns a row returned none');
  return row;
}

/**
 * Makes all that waits for a host due, once it works again; the host's share still bounds how much
 * is sent together.
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

/** Whether the host took an event since this delivery's previous attempt ended. */
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
