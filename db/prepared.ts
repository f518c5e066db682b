import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db } from './client';

/** Runs a statement with values for its placeholders; result columns have PostgreSQL's names. */
export type PreparedStatement<Row> = (
  db: Db,
  values: Record<string, unknown>,
) => Promise<readonly Row[]>;

/**
 * Returns a statement that is built once, and parsed once per connection. It is meant for
 * statements that run on every request: any other statement costs an additional round trip, in
 * which the database describes the columns. Within a transaction, statements that are started in
 * one event-loop tick are pipelined in that order.
 *
 * @param statement with `sql.placeholder(name)` for values that differ between runs
 */
export function prepared<Row>(statement: SQL): PreparedStatement<Row> {
  const query = new PgDialect().sqlToQuery(statement);
  return async (db, values) => {
    const run = db._.session.prepareQuery(query, undefined, 'prepared', false);
    return (await run.execute(values)) as readonly Row[];
  };
}
