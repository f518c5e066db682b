import { type SQL, sql } from 'drizzle-orm';
import type { Database, Db } from '@/db/client';
import { LOCKS } from '@/db/locks';
import { webhookHost } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';
import { MAX_PAUSE_MS } from './breaker';
import { LEASE_INTERVAL } from './release';

/**
 * SQL for the hosts with pending deliveries of each merchant, as a table `waiting_host(merchant_id,
 * host)` for `with recursive`. For each host it takes one step in the index delivery_due,
 * regardless of how many deliveries the host has.
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
 * SQL for the end of a host's pause; null without a pause. A pause that is longer than any breaker
 * sets is ignored, because a clock that was ahead has written it. It uses `h`, the host's row of
 * webhook_host.
 */
export const pausedUntil = (at: SQL): SQL => sql`
  case when h.open_until <= ${at} + interval '${sql.raw(String(MAX_PAUSE_MS))} ms' then h.open_until end`;

/**
 * SQL for the time of a delivery's next attempt, which is not before the end of its host's pause.
 * Null for a delivery without a next attempt. It is for queries that left-join `webhook_host`.
 */
export const NEXT_ATTEMPT = sql<Date | null>`case when ${delivery.nextAttemptAt} is not null
  then greatest(${delivery.nextAttemptAt}, ${webhookHost.openUntil}) end`.mapWith(
  delivery.nextAttemptAt,
);

/**
 * Pause before this process checks again a due delivery that cannot be claimed. Such a delivery
 * waits for another attempt to end, perhaps in another process.
 */
const RECHECK_MS = 1_000;

/**
 * Returns when to list due deliveries again after none was left to claim; null if no delivery is
 * pending.
 */
export async function nextDueAt(db: Db, now: Date): Promise<Date | null> {
  const at = await soonestDueAt(db, now);
  return at && at <= now ? new Date(now.getTime() + RECHECK_MS) : at;
}

/**
 * Returns the time of the earliest next attempt, which may be in the past; null if no delivery is
 * pending. It considers the pauses of hosts, and the leases of senders that may have crashed.
 */
export async function soonestDueAt(db: Db, now: Date): Promise<Date | null> {
  const nowAt = sql`${now.toISOString()}::timestamptz`;
  const [row] = await db.execute<{ at: string | null }>(sql`
    with recursive ${WAITING_HOSTS},
    soonest as (
      select greatest(first.at, ${pausedUntil(nowAt)}) as at
      from waiting_host w
      left join webhook_host h using (merchant_id, host)
      cross join lateral (
        select min(d.next_attempt_at) as at from delivery d
        where d.status = 'pending' and d.merchant_id = w.merchant_id and d.host = w.host
      ) first
      -- Null when its endpoints are paused: their deliveries wait for somebody.
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
export function lockWaking(database: Database): ReturnType<Database['tryLock']> {
  return database.tryLock(LOCKS.wakeDeliveries);
}
