import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Returns SQL for the numeric key of an advisory lock, computed from the lock's name. */
export function advisoryLockKey(name: string | SQLWrapper): SQL {
  return sql`hashtextextended(${name}, 0)`;
}

/** {@link advisoryLockKey} as SQL text, for a statement whose first parameter is the name. */
export const ADVISORY_LOCK_KEY_SQL = 'hashtextextended($1, 0)';
