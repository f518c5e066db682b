import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type postgres from 'postgres';

/** SQL of a name's number, which PostgreSQL's lock functions take. */
export function lockNumber(name: string | SQLWrapper): SQL {
  return sql`hashtextextended(${name}, 0)`;
}

/** {@link lockNumber} of the name that is the first parameter of a statement. */
export const LOCK_NUMBER = 'hashtextextended($1, 0)';

/** {@link lockNumber} for a statement of the driver's own. */
export function lockNumberIn(client: postgres.Sql, name: string) {
  return client`hashtextextended(${name}, 0)`;
}
