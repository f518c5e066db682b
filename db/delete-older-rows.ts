import { type Column, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client';

const ROWS_PER_QUERY = 5_000;

/**
 * Deletes the rows before a time in batches, so that no statement runs long. Returns the number of
 * deleted rows. An index must begin with `at`, the column of a row's creation time.
 */
export async function deleteOlderRows(
  db: Db,
  table: PgTable,
  at: Column,
  before: Date,
): Promise<number> {
  let total = 0;
  for (;;) {
    const gone = await db.execute(sql`
      delete from ${table} where ctid = any (array (
        select ctid from ${table}
        where ${at} < ${before.toISOString()}::timestamptz
        order by ${at} limit ${ROWS_PER_QUERY}
      )) returning true
    `);
    total += gone.length;
    if (gone.length < ROWS_PER_QUERY) return total;
  }
}
