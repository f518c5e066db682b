import { sql } from 'drizzle-orm';
import type { Database, Db } from '@/db/client';
import { LOCKS } from '@/db/locks';
import { webhookHost } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';
import { LEASE } from './claim';

/**
 * The hosts with pending deliveries of each merchant, as a table `waiting_host(merchant_id, host)`
 * for a `with recursive`: one step of the index delivery_due for each, however many deliveries it
 * has.
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
 * SQL of the time of a delivery's next attempt, which waits for the pause of its host. For queries
 * that left-join `webhook_host`; null for a delivery without a next attempt.
 */
export const NEXT_ATTEMPT = sql<Date | null>`case when ${delivery.nextAttemptAt} is not null
  then greatest(${delivery.nextAttemptAt}, ${webhookHost.openUntil}) end`.mapWith(
  delivery.nextAttemptAt,
);

/** A due delivery that cannot be claimed waits for an attempt, perhaps in another process. */
const LOOK_AGAIN_MS = 1_000;

/**
 * When to look for due deliveries again when none is left to claim; null when none is pending.
 * Considers the pauses of hosts and the leases of senders that may have crashed.
 */
export async function nextDueAt(db: Db, now: Date): Promise<Date | null> {
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
      -- Null when its endpoints are paused: their deliveries wait for somebody.
      where first.at is not null
      union all
      select min(attempt_started_at) + ${LEASE} from delivery where status = 'delivering'
    )
    select (extract(epoch from min(at)) * 1000)::bigint::text as at from soonest
  `);
  if (!row || row.at === null) return null;
  const at = new Date(Number(row.at));
  return at > now ? at : new Date(now.getTime() + LOOK_AGAIN_MS);
}

export interface DueDelivery {
  readonly id: string;
  readonly merchantId: string;
  readonly host: string;
  readonly dueAt: Date;
}

/**
 * Due deliveries to hosts that are not paused, the first of each merchant before the second of any,
 * and of a merchant the first to each host before the second to any. Claims nothing.
 *
 * @param limit the most deliveries; those of a merchant to a host are at most a fifth
 */
export async function listDue(db: Db, now: Date, limit: number): Promise<DueDelivery[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await db.execute<Omit<DueDelivery, 'dueAt'> & { due_ms: string }>(sql`
    with recursive ${WAITING_HOSTS},
    due as (
      select d.id, merchant_id, host, d.next_attempt_at,
        row_number() over (partition by merchant_id, host order by d.next_attempt_at) as turn
      from waiting_host w
      left join webhook_host h using (merchant_id, host)
      cross join lateral (
        select d.id, d.next_attempt_at from delivery d
        where d.status = 'pending' and d.merchant_id = w.merchant_id and d.host = w.host
          and d.next_attempt_at <= ${at}
        order by d.next_attempt_at
        limit ${Math.ceil(limit / 5)}
      ) d
      where h.open_until is null or h.open_until <= ${at}
    ),
    placed as (
      select *, row_number() over (partition by merchant_id order by turn, next_attempt_at) as place
      from due
    )
    select id, merchant_id as "merchantId", host,
      (extract(epoch from next_attempt_at) * 1000)::bigint::text as due_ms
    from placed order by place, next_attempt_at limit ${limit}
  `);
  return rows.map(({ due_ms, ...row }) => ({ ...row, dueAt: new Date(Number(due_ms)) }));
}

/** The lock for telling Inngest of due deliveries; undefined while another process has it. */
export function turnToWake(database: Database): ReturnType<Database['tryLock']> {
  return database.tryLock(LOCKS.wakeDeliveries);
}
