import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db } from './client';

/** Runs a statement with values for its placeholders. Its rows have the column names of the SQL. */
export type PreparedStatement<Row> = (
  db: Db,
  values: Record<string, unknown>,
) => Promise<readonly Row[]>;

/**
 * Returns a statement that is built once, and parsed once per connection. Use it for statements
 * that run on every request, because an unprepared statement costs another round trip, in which the
 * database describes the columns. Within a transaction, statements that start in one event-loop
 * tick are pipelined in that order.
 *
 * @param statement with `sql.placeholder(name)` for values that differ between runs
 */
export function prepareStatement<Row>(statement: SQL): PreparedStatement<Row> {
  const query = new PgDialect().sqlToQuery(statement);
  return async (db, values) => {
    const run = db._.session.prepareQuery(query, undefined, 'prepared', false);
    return (await run.execute(values)) as readonly Row[];
  };
}
