import { sql } from 'drizzle-orm';
import type { Database, Db } from '@/db/client';
import { LOCK_NAMES } from '@/db/locks';
import { webhookHost } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';
import { LEASE_INTERVAL } from './release';

/**
 * A table `waiting_host(merchant_id, host)` for `with recursive`: the hosts with pending
 * deliveries. It takes one step in the index delivery_due per host, for any number of deliveries.
 */
export const WAITING_HOSTS = sql`
  waiting_host(merchant_id, host) as (
    (
      select merchant_id, host from delivery
      where status = 'pending'
      order by merchant_id, host limit 1
    )
    union all
    select next.merchant_id, next.host
    from waiting_host w
    cross join lateral (
      select d.merchant_id, d.host from delivery d
      where d.status = 'pending' and (d.merchant_id, d.host) > (w.merchant_id, w.host)
      order by d.merchant_id, d.host limit 1
    ) next
  )
`;

/**
 * The time of a delivery's next attempt, not before the end of its host's pause; null if there is
 * none. The query must left-join `webhook_host`.
 */
export const NEXT_ATTEMPT = sql<Date | null>`case when ${delivery.nextAttemptAt} is not null
  then greatest(${delivery.nextAttemptAt}, ${webhookHost.openUntil}) end`.mapWith(
  delivery.nextAttemptAt,
);

/**
 * A due delivery that cannot be claimed waits for another attempt, perhaps of another process, and
 * is checked again after this pause.
 */
const RECHECK_MS = 1_000;

/**
 * Returns when to list due deliveries again once no listed delivery is left; null if no delivery is
 * pending.
 */
export async function nextDeliveryListAt(db: Db, now: Date): Promise<Date | null> {
  const at = await findNextAttemptTime(db, now);
  return at && at <= now ? new Date(now.getTime() + RECHECK_MS) : at;
}

/**
 * Returns the earliest next attempt, possibly in the past; null if no delivery is pending.
 * Considers the pauses of hosts, and the leases of senders that may have crashed.
 */
export async function findNextAttemptTime(db: Db, now: Date): Promise<Date | null> {
  const nowAt = sql`${now.toISOString()}::timestamptz`;
  const [row] = await db.execute<{ at: string | null }>(sql`
    with recursive ${WAITING_HOSTS},
    soonest as (
      select greatest(first.at, h.open_until) as at
      from waiting_host w
      left join webhook_host h using (merchant_id, host)
      cross join lateral (
        select min(d.next_attempt_at) as at from delivery d
        where d.status = 'pending' and d.merchant_id = w.merchant_id and d.host = w.host
      ) first
      -- Deliveries to paused endpoints have no next attempt.
      where first.at is not null
      union all
      select min(case when attempt_started_at <= ${nowAt} + ${LEASE_INTERVAL} then attempt_started_at + ${LEASE_INTERVAL}
        else ${nowAt} end)
      from delivery where status = 'delivering'
    )
    select (extract(epoch from min(at)) * 1000)::bigint::text as at from soonest
  `);
  return row?.at ? new Date(Number(row.at)) : null;
}

/** Takes the lock for starting runs at Inngest; undefined while another process has it. */
export function tryLockDeliveryWakeUp(database: Database): ReturnType<Database['tryLock']> {
  return database.tryLock(LOCK_NAMES.wakeDeliveries);
}
