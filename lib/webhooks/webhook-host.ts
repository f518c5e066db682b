import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { ENDS_WHEN_FROZEN } from '@/db/locks';
import { webhookHost } from '@/db/schema/endpoints';
import { delivery, deliveryAttempt } from '@/db/schema/webhooks';
import type { Claim } from './claim';
import { notifyDue } from './create-event';

/** The stored state of a host with endpoints of a merchant. */
export type HostRow = typeof webhookHost.$inferSelect;

/** A merchant and a host: what has a breaker, a limit of attempts, and a row of `webhook_host`. */
export type HostId = Pick<HostRow, 'merchantId' | 'host'>;

/** What attempts change in it. */
export type HostStanding = Omit<HostRow, keyof HostId>;

/** SQL of whether a row of `webhook_host` is that of a delivery. */
export const HOST_OF_DELIVERY = and(
  eq(webhookHost.merchantId, delivery.merchantId),
  eq(webhookHost.host, delivery.host),
);

/** The state of a host, locked for this transaction, in which this must be the first statement. */
export async function lockHost(tx: Db, { merchantId, host }: HostId): Promise<HostRow> {
  await tx.execute(sql`select ${ENDS_WHEN_FROZEN}`);
  const [row] = await tx
    .insert(webhookHost)
    .values({ merchantId, host })
    // Changes nothing: it locks the row, whether or not it existed.
    .onConflictDoUpdate({ target: [webhookHost.merchantId, webhookHost.host], set: { host } })
    .returning();
  if (!row) throw new Error('an upsert must return a row');
  return row;
}

/** Waits until no other process has the host of a delivery. */
export async function waitForHost(db: Db, deliveryId: string): Promise<void> {
  await db.execute(sql`
    select 1 from webhook_host h join delivery d using (merchant_id, host)
    where d.id = ${deliveryId} for update of h`);
}

/**
 * Makes all deliveries of a merchant that wait for a host due once it works again. The limit of the
 * host still applies.
 */
export async function releaseWaiting(
  tx: Db,
  { merchantId, host }: HostId,
  now: Date,
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const earliest = sql`greatest(${at}, ${delivery.notBefore})`;
  await tx
    .update(delivery)
    .set({ nextAttemptAt: earliest })
    .where(
      and(
        eq(delivery.merchantId, merchantId),
        eq(delivery.host, host),
        eq(delivery.status, 'pending'),
        gt(delivery.nextAttemptAt, earliest),
      ),
    );
  await notifyDue(tx);
}

/** Whether the host accepted an event of the merchant since the delivery's previous attempt. */
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
