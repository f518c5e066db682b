import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { until } from './wait';

/**
 * Waits until statements in this database wait for a lock.
 *
 * @param db must not be the transaction that holds the lock, because a transaction keeps seeing the
 *  sessions of its first query
 * @param count the minimum number of waiting statements
 */
export const waitForLockWaiters = (what: string, db: Db, count = 1) =>
  until(what, async () => {
    const rows = await db.execute(sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return rows.length >= count;
  });
