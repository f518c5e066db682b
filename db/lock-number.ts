import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** SQL of a name's number, which PostgreSQL's lock functions take. */
export function lockNumber(name: string | SQLWrapper): SQL {
  return sql`hashtextextended(${name}, 0)`;
}

/** {@link lockNumber} of the name that is the first parameter of a statement. */
export const LOCK_NUMBER = 'hashtextextended($1, 0)';
