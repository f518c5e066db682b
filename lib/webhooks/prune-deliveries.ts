import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';

const KEPT_MS = 90 * 86_400_000;
const ROWS_PER_QUERY = 5_000;

/**
 * Deletes the records of attempts that began more than 90 days ago. Deliveries and events stay as
 * long as their payment.
 *
 * @returns the number of deleted records
 */
export async function pruneDeliveries(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS).toISOString();
  let total = 0;
  for (;;) {
    const gone = await db.execute(sql`
      delete from delivery_attempt where id in (
        select id from delivery_attempt
        where started_at < ${before}::timestamptz
        order by started_at limit ${ROWS_PER_QUERY}
      ) returning id
    `);
    total += gone.length;
    if (gone.length < ROWS_PER_QUERY) return total;
  }
}
