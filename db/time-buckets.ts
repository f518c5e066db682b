import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * The quarter of an hour, in UTC, that contains a moment. All time zones in use differ from UTC by
 * whole quarters, so each quarter belongs to one local day.
 */
export function quarterOf(at: SQL): SQL {
  return sql`date_bin('15 minutes', ${at}, timestamptz 'epoch')`;
}

/**
 * The index of the bucket that contains a moment, from 1; 0 before the first.
 *
 * @param starts the first moments of the buckets, ascending; each ends where the next begins
 */
export function bucketOf(at: AnyPgColumn, starts: readonly Date[]): SQL<number> {
  const moments = sql.join(
    starts.map((start) => sql`${start.toISOString()}::timestamptz`),
    sql`, `,
  );
  return sql<number>`width_bucket(${at}, array[${moments}])`;
}
