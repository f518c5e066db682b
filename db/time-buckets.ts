import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * The quarter of an hour, in UTC, that a moment lies in. Every time zone in use is ahead of UTC or
 * behind it by whole quarters, so each lies in one local day.
 */
export function quarterOf(at: SQL): SQL {
  return sql`date_bin('15 minutes', ${at}, timestamptz 'epoch')`;
}

/**
 * The place of a moment among buckets, from 1; 0 before the first.
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
