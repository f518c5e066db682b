import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import type { TestDatabase } from './database';

/** Ends all sessions of the database except the caller's, like a crash of the database. */
export const terminateSessions = (by: Database) =>
  by.db.execute(sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);

/** Returns whether at least `count` sessions have an open transaction that called `pg_sleep`. */
export const hasSleepingTransactions = async (base: TestDatabase, count: number) => {
  const rows = await base.db.execute(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and xact_start is not null and query like '%pg_sleep%'`);
  return rows.length >= count;
};
