import { type SQL, sql } from 'drizzle-orm';
import type { Network } from '@/lib/domain/network';
import { advisoryLockKey } from './advisory-lock-key';
import type { Db } from './client';
import { prepareStatement } from './prepare-statement';

/** Every advisory lock, by name. PostgreSQL identifies a lock by the hash of its name. */
export const LOCK_NAMES = {
  /** Servers that start together migrate one after the other. */
  migrations: 'migrations',
  /** Servers that start together create only one demo. */
  demo: 'demo',
  /** Sign-ups run one at a time. */
  signUp: 'sign up',
  /** Only one process notifies Inngest of due deliveries. */
  wakeDeliveries: 'wake deliveries',
  /** Changes to the sandbox run one at a time. */
  sandbox: 'sandbox chain',
  /** Only one process at a time reads a network's chain. */
  follow: (network: Network) => `follow ${network}`,
  /**
   * Only one transaction at a time creates or imports payments to customer-provided addresses, or
   * adds an address to a refund.
   */
  addresses: (network: Network) => `addresses ${network}`,
  /** Only one of a merchant's concurrent imports creates the key. */
  import: (merchantId: string) => `import ${merchantId}`,
  /** A merchant's exports run one at a time. */
  export: (merchantId: string) => `export ${merchantId}`,
  /** Across all merchants, as many exports run at a time as there are slots. */
  exportSlot: (slot: number) => `export slot ${slot}`,
} as const;

const takeLock = prepareStatement(sql`
  select pg_advisory_xact_lock(${advisoryLockKey(sql`${sql.placeholder('name')}::text`)})`);

/** Waits for a lock, and keeps it until the transaction ends. */
export async function lock(tx: Db, name: string): Promise<void> {
  await takeLock(tx, { name });
}

/** Takes a lock until the transaction ends. Returns false when another transaction has it. */
export async function tryLock(tx: Db, name: string): Promise<boolean> {
  const [row] = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(${advisoryLockKey(name)}) as free`,
  );
  return row?.free === true;
}

const FROZEN_AFTER_MS = 10_000;

/**
 * The first statement of a transaction that takes locks. If the process freezes or its machine
 * loses power, PostgreSQL ends the transaction after ten seconds instead of two hours.
 */
export const SET_IDLE_TIMEOUT_SQL: SQL<unknown> = sql`set_config(
  'idle_in_transaction_session_timeout', ${sql.raw(`'${FROZEN_AFTER_MS}'`)}, true)`;
