import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';

type Table = 'payment' | 'delivery' | 'output' | 'transaction';

/**
 * Returns how many rows of a table `work` reads. Rows that are read only from an index do not
 * count.
 */
export async function countRowsRead(
  tx: Db,
  table: Table,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await rowsRead(tx, table);
  await work();
  return (await rowsRead(tx, table)) - before;
}

/**
 * Returns the rows read by this transaction. Includes reads of the last second that PostgreSQL has
 * not reported yet.
 */
async function rowsRead(tx: Db, table: Table): Promise<number> {
  const [read] = await tx.execute<{ rows: number }>(sql`
    select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
    where relname = ${table}`);
  if (!read) throw new Error(`there is no table ${table}`);
  return read.rows;
}
