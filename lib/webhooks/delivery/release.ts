import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepareStatement } from '@/db/prepare-statement';
import { delivery } from '@/db/schema/webhooks';
import { notifyDue } from '../events/create-event';
import type { HostId } from './webhook-host';

/** Longer than any exchange. If the lease of an attempt expires, its sender has crashed. */
export const DELIVERY_LEASE_MS = 30_000;

export const LEASE_INTERVAL = sql.raw(`interval '${DELIVERY_LEASE_MS} ms'`);

/** Releases the deliveries of crashed senders, and records their attempts without an outcome. */
export async function releaseExpired(db: Db, now: Date): Promise<void> {
  await expired(db, { now: now.toISOString() });
}

const at = sql`${sql.placeholder('now')}::timestamptz`;

const expired = prepareStatement(sql`
  with lost as materialized (
    select id, attempt, attempt_started_at from delivery
    where status = 'delivering'
      -- The start is in the future if the clock of a crashed sender was ahead.
      and (attempt_started_at <= ${at} - ${LEASE_INTERVAL} or attempt_started_at > ${at} + ${LEASE_INTERVAL})
    -- The order prevents a bitmap scan, which reads every index entry since the last vacuum.
    order by payment_id limit 1000
    for update skip locked
  ),
  recorded as (
    insert into delivery_attempt (delivery_id, number, started_at)
    select id, attempt, attempt_started_at from lost
    on conflict (delivery_id, number) do nothing
  )
  update delivery d set status = 'pending', attempt_started_at = null,
    next_attempt_at = case when not held then ${at} end
  from lost where d.id = lost.id`);

/** Makes a merchant's deliveries to a host due, because the host works again. */
export async function releaseHostDeliveries(
  tx: Db,
  { merchantId, host }: HostId,
  now: Date,
): Promise<void> {
  const earliest = sql`greatest(${now.toISOString()}::timestamptz, ${delivery.notBefore})`;
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
