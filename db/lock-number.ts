import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Returns SQL for the number that PostgreSQL's lock functions require, made from a name. */
export function lockNumber(name: string | SQLWrapper): SQL {
  return sql`hashtextextended(${name}, 0)`;
}

/** {@link lockNumber} as SQL text, for the name in the first parameter of a statement. */
export const LOCK_NUMBER = 'hashtextextended($1, 0)';
