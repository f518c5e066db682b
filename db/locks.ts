import { type SQL, sql } from 'drizzle-orm';
import type { Network } from '@/lib/domain/network';
import type { Db } from './client';
import { lockNumber } from './lock-number';
import { prepared } from './prepared';

/** Every advisory lock, by name. PostgreSQL identifies a lock by the hash of its name. */
export const LOCKS = {
  /** Migrations: if servers start together, they migrate one after the other. */
  migrations: 'migrations',
  /** Creation of the demo: servers that start together create only one. */
  demo: 'demo',
  /** Sign-ups, one at a time. */
  signUp: 'sign up',
  /** Notifying Inngest of due deliveries, which one process does. */
  wakeDeliveries: 'wake deliveries',
  /** Changes of the sandbox, one at a time. */
  sandbox: 'sandbox chain',
  /** Following a network, which one process does. */
  follow: (network: Network) => `follow ${network}`,
  /**
   * The assignment of a network's addresses to payments. Creates with customer-provided addresses
   * and reads that reactivate payments take this lock.
   */
  addresses: (network: Network) => `addresses ${network}`,
  /**
   * Transactions of a merchant's imports, so that only one of two concurrent imports creates the
   * key.
   */
  import: (merchantId: string) => `import ${merchantId}`,
  /** Exports of a merchant, one at a time. */
  export: (merchantId: string) => `export ${merchantId}`,
  /** Exports of all merchants: as many run at a time as there are slots. */
  exportSlot: (slot: number) => `export slot ${slot}`,
} as const;

const takeLock = prepared(sql`
  select pg_advisory_xact_lock(${lockNumber(sql`${sql.placeholder('name')}::text`)})`);

/** Waits for a lock, and keeps it until the transaction ends. */
export async function lock(tx: Db, name: string): Promise<void> {
  await takeLock(tx, { name });
}

/** Takes a lock until the transaction ends. Returns false when another transaction has it. */
export async function tryLock(tx: Db, name: string): Promise<boolean> {
  const [row] = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockNumber(name)}) as free`,
  );
  return row?.free === true;
}

const FROZEN_AFTER_MS = 10_000;

/**
 * SQL for the first statement of a transaction for which others wait. If the process freezes or its
 * machine loses power, PostgreSQL ends the transaction after ten seconds. By default, PostgreSQL
 * would keep the connection for two hours.
 */
export const SET_IDLE_TIMEOUT: SQL<unknown> = sql`set_config(
  'idle_in_transaction_session_timeout', ${sql.raw(`'${FROZEN_AFTER_MS}'`)}, true)`;
