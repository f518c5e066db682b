import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** SQL for the number of a name, as PostgreSQL's lock functions require. */
export function lockNumber(name: string | SQLWrapper): SQL {
  return sql`hashtextextended(${name}, 0)`;
}

/** {@link lockNumber} of the name in the first parameter of a statement. */
export const LOCK_NUMBER = 'hashtextextended($1, 0)';
