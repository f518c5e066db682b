import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { isConnectionLost } from './connection-lost';

type TransactionSql = postgres.TransactionSql;
type Work<T> = (sql: TransactionSql) => T | Promise<T>;

/** The driver notices the end of a connection at once; this covers one that did not end. */
const CLOSES_WITHIN_MS = 5_000;

/**
 * Keeps the driver from touching a transaction after its connection was lost. Otherwise
 * (postgres.js 3.4) it sends a rollback into the closed connection: an uncaught error, and a pooled
 * connection that fails every query for minutes.
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

/** @param end of the whole transaction, also when `work` runs in a savepoint */
function guardWork<T>(work: Work<T>, end: Promise<'ended'>): (sql: TransactionSql) => Promise<T> {
  return async (sql) => {
    const savepoint = sql.savepoint.bind(sql) as (inner: Work<unknown>) => Promise<unknown>;
    const guarded = { savepoint: (inner: Work<unknown>) => savepoint(guardWork(inner, end)) };
    try {
      return await work(Object.assign(sql, guarded));
    } catch (error) {
      // The driver itself rejects a transaction whose connection closes.
      if (isConnectionLost(error) && (await endsSoon(end))) return new Promise<never>(() => {});
      throw error;
    }
  };
}

async function endsSoon(end: Promise<'ended'>): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(CLOSES_WITHIN_MS, undefined, { signal: timer.signal }).catch(() => {});
  const first = await Promise.race([end, late]);
  timer.abort();
  return first === 'ended';
}
