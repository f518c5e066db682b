import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';

type TransactionSql = postgres.TransactionSql;
type Work<T> = (sql: TransactionSql) => T | Promise<T>;

/** The driver hears of the end of a connection at once; this is for one that did not end. */
const CLOSES_WITHIN_MS = 5_000;

/**
 * Makes the driver leave a transaction alone whose connection was lost. Else (postgres.js 3.4) it
 * sends a rollback into the closed connection: an uncaught error, and a connection of the pool
 * that fails every query for the next minutes.
 *
 * @param client is changed, and returned
 */
export function guardTransactions(client: postgres.Sql): postgres.Sql {
  const begin = client.begin.bind(client) as <T>(work: Work<T>) => Promise<unknown>;
  const guarded = async <T>(work: Work<T>) => {
    let ended = () => {};
    const end = new Promise<'ended'>((resolve) => {
      ended = () => resolve('ended');
    });
    try {
      return await begin<T>(guardWork(work, end));
    } finally {
      ended();
    }
  };
  return Object.assign(client, { begin: guarded });
}

/** @param end of the whole transaction, also when `work` is that of a savepoint */
function guardWork<T>(work: Work<T>, end: Promise<'ended'>): (sql: TransactionSql) => Promise<T> {
  return async (sql) => {
    const savepoint = sql.savepoint.bind(sql) as (inner: Work<unknown>) => Promise<unknown>;
    const guarded = { savepoint: (inner: Work<unknown>) => savepoint(guardWork(inner, end)) };
    try {
      return await work(Object.assign(sql, guarded));
    } catch (error) {
      // The driver itself ends a transaction whose connection closes, whatever becomes of this.
      if (isConnectionLost(error) && (await endsSoon(end))) return new Promise<never>(() => {});
      throw error;
    }
  };
}

async function endsSoon(end: Promise<'ended'>): Promise<boolean> {
  const patience = new AbortController();
  const late = sleep(CLOSES_WITHIN_MS, undefined, { signal: patience.signal }).catch(() => {});
  const first = await Promise.race([end, late]);
  patience.abort();
  return first === 'ended';
}

/** What the driver says of a connection that is closed, or PostgreSQL of one that it ends. */
function isConnectionLost(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('syscall' in cause && /^(?:read|write|connect)$/.test(String(cause.syscall))) return true;
    if ('severity' in cause && /^(?:FATAL|PANIC)$/.test(String(cause.severity))) return true;
    if ('code' in cause && /^CONNECTION_(?:CLOSED|DESTROYED|ENDED)$/.test(String(cause.code)))
      return true;
  }
  return false;
}
