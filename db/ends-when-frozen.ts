import { type SQL, sql } from 'drizzle-orm';

const GIVEN_UP_AFTER_MS = 10_000;

/**
 * SQL for the first statement of a transaction that others wait for: when its process freezes, or
 * the power of its machine goes, PostgreSQL ends it after ten seconds. Else it would believe in
 * the connection for two hours, by default.
 */
export const ENDS_WHEN_FROZEN: SQL<unknown> = sql`set_config(
  'idle_in_transaction_session_timeout', ${sql.raw(`'${GIVEN_UP_AFTER_MS}'`)}, true)`;
