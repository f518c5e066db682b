import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';

export interface OutboxLag {
  readonly due: number;
  /** How long the oldest due delivery has been due; 0 if none is due. */
  readonly lagSeconds: number;
}

/** Deliveries to paused hosts are not counted. */
export async function outboxLag(db: Db, now: Date): Promise<OutboxLag> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const [row] = await db.execute<{ due: number; oldest_ms: string | null }>(sql`
    select count(*)::int as due,
      (extract(epoch from min(greatest(d.next_attempt_at, h.open_until))) * 1000)::bigint::text as oldest_ms
    from delivery d left join webhook_host h using (merchant_id, host)
    where d.status = 'pending' and d.next_attempt_at <= ${at} and coalesce(h.open_until <= ${at}, true)`);
  const late = row?.oldest_ms ? now.getTime() - Number(row.oldest_ms) : 0;
  return { due: row?.due ?? 0, lagSeconds: Math.max(0, Math.round(late / 1_000)) };
}
