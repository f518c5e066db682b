import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { webhookEndpoint, webhookHost } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';
import { endpointId } from '../endpoint-id';
import { notifyDue } from '../events/create-event';

/**
 * Makes deliveries due and restarts their retry schedules. Deliveries of a paused endpoint wait
 * until it is resumed. None of the deliveries may be in flight.
 *
 * @returns the number of deliveries
 */
export async function makeDeliveriesDue(
  tx: Db,
  which: SQL | undefined,
  now: Date,
): Promise<number> {
  // To prevent deadlocks, every transaction locks endpoints first, then hosts, then deliveries.
  await holdEndpoints(tx, which);
  await reopenHosts(tx, which, now);
  const paused = sql<boolean>`exists (
    select from ${webhookEndpoint} e
    where e.id = ${endpointId(delivery.merchantId, delivery.url)} and e.paused_at is not null
  )`;
  const rows = await tx
    .update(delivery)
    .set({
      ...newlyDueColumns(now),
      held: paused,
      nextAttemptAt: sql`case when not ${paused} then ${now.toISOString()}::timestamptz end`,
    })
    .where(which)
    .returning({ id: delivery.id });
  if (rows.length > 0) await notifyDue(tx);
  return rows.length;
}

export function newlyDueColumns(now: Date) {
  return {
    status: 'pending',
    nextAttemptAt: now,
    notBefore: null,
    startedAt: now,
    deliveredAt: null,
    handled: false,
  } as const;
}

/** Keeps the endpoints from being paused or resumed until the transaction ends. */
async function holdEndpoints(tx: Db, which: SQL | undefined): Promise<void> {
  const ids = tx
    .select({ id: endpointId(delivery.merchantId, delivery.url) })
    .from(delivery)
    .where(which);
  await tx.execute(sql`
    with held as (
      select id from ${webhookEndpoint} where id in ${ids} order by id for key share
    ) select count(*) from held`);
}

/** Ends the pauses of hosts, because a resend suggests that they work again. */
async function reopenHosts(tx: Db, which: SQL | undefined, now: Date): Promise<void> {
  const { merchantId, host } = webhookHost;
  const wanted = tx
    .select({ merchantId: delivery.merchantId, host: delivery.host })
    .from(delivery)
    .where(which);
  const closed = tx.$with('closed').as(
    tx
      .select({ merchantId, host })
      .from(webhookHost)
      .where(and(gt(webhookHost.openUntil, now), sql`(${merchantId}, ${host}) in ${wanted}`))
      .orderBy(merchantId, host)
      .for('update'),
  );
  await tx
    .with(closed)
    .update(webhookHost)
    .set({ openUntil: now })
    .from(closed)
    .where(and(eq(merchantId, closed.merchantId), eq(host, closed.host)));
}
