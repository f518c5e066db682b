import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { WAITING_HOSTS } from './due';

export interface OutboxLag {
  readonly due: number;
  /** How long the oldest due delivery has been due; 0 if none is due. */
  readonly lagSeconds: number;
}

/**
 * Deliveries to paused hosts are neither counted nor read: an unreachable endpoint can have
 * millions.
 */
export async function outboxLag(db: Db, now: Date): Promise<OutboxLag> {
  const row = await db.transaction(async (tx) => {
    // PostgreSQL expects the same number of deliveries for every host. If most go to one host, it
    // would otherwise read the whole table for each.
    await tx.execute(sql`set local enable_seqscan = off`);
    return readOutbox(tx, now);
  });
  const late = row?.oldest_ms ? now.getTime() - Number(row.oldest_ms) : 0;
  return { due: row?.due ?? 0, lagSeconds: Math.max(0, Math.round(late / 1_000)) };
}

async function readOutbox(tx: Db, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const [row] = await tx.execute<{ due: number; oldest_ms: string | null }>(sql`
    with recursive ${WAITING_HOSTS}
    select coalesce(sum(of_host.due), 0)::int as due,
      (extract(epoch from min(greatest(of_host.oldest, h.open_until))
        filter (where of_host.due > 0)) * 1000)::bigint::text as oldest_ms
    from waiting_host w
    left join webhook_host h using (merchant_id, host)
    cross join lateral (
      select count(*) as due, min(d.next_attempt_at) as oldest from delivery d
      where d.status = 'pending' and d.merchant_id = w.merchant_id and d.host = w.host
        and d.next_attempt_at <= ${at}
        -- Here, since outside it may be asked after the count.
        and (h.open_until is null or h.open_until <= ${at})
    ) of_host
  `);
  return row;
}
