import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';

/** Rows of a table that a transaction has read so far; entries of an index alone do not count. */
export async function rowsReadIn(
  tx: Db,
  table: 'payment' | 'delivery' | 'transaction',
): Promise<number> {
  const [read] = await tx.execute<{ rows: number }>(sql`
    select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
    where relname = ${table}`);
  if (!read) throw new Error(`there is no table ${table}`);
  return read.rows;
}
