import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db } from './client';

/** Runs a statement with these values for its placeholders; columns come as PostgreSQL names them. */
export type Prepared<Row> = (db: Db, values: Record<string, unknown>) => Promise<readonly Row[]>;

/**
 * A statement that is written out once and that each connection parses once. For what every
 * request needs: any other statement is described to the client first, one round trip more.
 *
 * @param statement with `sql.placeholder(name)` for what differs between runs
 */
export function prepared<Row>(statement: SQL): Prepared<Row> {
  const query = new PgDialect().sqlToQuery(statement);
  return async (db, values) => {
    const run = db._.session.prepareQuery(query, undefined, 'prepared', false);
    return (await run.execute(values)) as readonly Row[];
  };
}
