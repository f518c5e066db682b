import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Network } from '@/lib/domain/network';
import type { Db } from './client';

/** Every advisory lock there is, by its name. PostgreSQL knows a lock by the hash of its name. */
export const LOCKS = {
  /** Servers that start together migrate one after the other. */
  migrations: 'migrations',
  /** Servers that start together make one demo. */
  demo: 'demo',
  /** People who sign up at once do so one after the other. */
  signUp: 'sign up',
  /** One claim at a time sees all deliveries that are in flight. */
  claims: 'claim deliveries',
  /** One process tells Inngest of what is due. */
  wakeDeliveries: 'wake deliveries',
  /** One change at a time is simulated. */
  sandbox: 'sandbox chain',
  /** One process follows a network. */
  follow: (network: Network) => `follow ${network}`,
  /** One export at a time of a merchant. */
  export: (merchantId: string) => `export ${merchantId}`,
} as const;

/** SQL for what PostgreSQL's lock functions take: a name's number. */
export function lockNumber(name: string | SQLWrapper): SQL {
  return sql`hashtextextended(${name}, 0)`;
}

/** Waits for a lock that this transaction holds to its end. */
export async function lock(tx: Db, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockNumber(name)})`);
}

/** Takes a lock that this transaction holds to its end; false when another one has it. */
export async function tryLock(tx: Db, name: string): Promise<boolean> {
  const [row] = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockNumber(name)}) as free`,
  );
  return row?.free === true;
}

const GIVEN_UP_AFTER_MS = 10_000;

/**
 * SQL for the first statement of a transaction that others wait for: when its process freezes, or
 * the power of its machine goes, PostgreSQL ends it after ten seconds. Else it would believe in
 * the connection for two hours, by default.
 */
export const ENDS_WHEN_FROZEN: SQL<unknown> = sql`set_config(
  'idle_in_transaction_session_timeout', ${sql.raw(`'${GIVEN_UP_AFTER_MS}'`)}, true)`;
