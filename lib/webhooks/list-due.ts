import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { WAITING_HOSTS } from './waiting-hosts';

export interface DueDelivery {
  readonly id: string;
  readonly host: string;
  readonly dueAt: Date;
}

/**
 * Deliveries that are due to hosts that may be tried, the first of each host before the second of
 * any. It claims nothing: who tries them is decided then.
 *
 * @param limit at most so many, and of each host at most a fifth of it
 */
export async function listDue(db: Db, now: Date, limit: number): Promise<DueDelivery[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await db.execute<{ id: string; host: string; due_ms: string }>(sql`
    with recursive ${WAITING_HOSTS},
    due as (
      select d.id, d.host, d.next_attempt_at,
        row_number() over (partition by d.host order by d.next_attempt_at) as turn
      from waiting_host w
      left join webhook_host h on h.host = w.host
      cross join lateral (
        select d.id, d.host, d.next_attempt_at from delivery d
        where d.status = 'pending' and d.host = w.host and d.next_attempt_at <= ${at}
        order by d.next_attempt_at
        limit ${Math.ceil(limit / 5)}
      ) d
      where h.open_until is null or h.open_until <= ${at}
    )
    select id, host, (extract(epoch from next_attempt_at) * 1000)::bigint::text as due_ms
    from due order by turn, next_attempt_at limit ${limit}
  `);
  return rows.map(({ id, host, due_ms }) => ({ id, host, dueAt: new Date(Number(due_ms)) }));
}
