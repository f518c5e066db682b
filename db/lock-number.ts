import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Returns SQL for the numeric key of an advisory lock, computed from the lock's name. */
export function lockNumber(name: string | SQLWrapper): SQL {
  return sql`hashtextextended(${name}, 0)`;
}

/** {@link lockNumber} as SQL text, for a statement whose first parameter is the name. */
export const LOCK_NUMBER = 'hashtextextended($1, 0)';
