import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { WAITING_HOSTS } from './waiting-hosts';

/** What is due and could not be claimed waits for a try to end, perhaps one of another process. */
const LOOK_AGAIN_MS = 1_000;

/**
 * When to look for due deliveries again after a look that left none to claim; null when nothing
 * waits. It counts the pauses of hosts and the leases of senders that may have died.
 */
export async function nextDueAt(db: Db, now: Date): Promise<Date | null> {
  const [row] = await db.execute<{ at: string | null }>(sql`
    with recursive ${WAITING_HOSTS},
    soonest as (
      select greatest(first.at, h.open_until) as at
      from waiting_host w
      left join webhook_host h on h.host = w.host
      cross join lateral (
        select min(d.next_attempt_at) as at from delivery d
        where d.status = 'pending' and d.host = w.host
      ) first
      union all
      select min(lease_until) from delivery where status = 'delivering'
    )
    select (extract(epoch from min(at)) * 1000)::bigint::text as at from soonest
  `);
  if (!row || row.at === null) return null;
  const at = new Date(Number(row.at));
  return at > now ? at : new Date(now.getTime() + LOOK_AGAIN_MS);
}
