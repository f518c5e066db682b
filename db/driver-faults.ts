import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { eventLoopTick } from './batcher';
import { isConnectionLost } from './connection-lost';

type Work<T> = (sql: postgres.TransactionSql) => T | Promise<T>;

/**
 * Called with each statement, without parameter values. Returns a function to call when the
 * statement ends.
 */
export type ObserveQuery = (text: string) => (error?: unknown) => void;

/**
 * Time limit for a connection to close. It matters only if the connection never closes, because the
 * driver notices a close without delay.
 */
const CLOSES_WITHIN_MS = 5_000;

/**
 * Prevents the driver from touching a transaction after its connection was lost. Otherwise the
 * driver (postgres.js 3.4) sends a rollback over the closed connection. The rollback causes an
 * uncaught error, and afterwards the pooled connection fails every query for minutes.
 *
 * @param client is changed, and returned
 * @param observe is called for its statements, also in transactions
 */
export function guardTransactions(client: postgres.Sql, observe?: ObserveQuery): postgres.Sql {
  const begin = client.begin.bind(client) as <T>(work: Work<T>) => Promise<T>;
  return Object.assign(client, {
    ...observed(client, observe),
    begin: async <T>(work: Work<T>) => {
      const over = new AbortController();
      try {
        return await begin<T>((sql) => guardWork(sql, work, over.signal, observe));
      } finally {
        over.abort();
      }
    },
  }) as postgres.Sql;
}

/** @param over aborts after the whole transaction, even when `work` runs in a savepoint */
async function guardWork<T>(
  sql: postgres.TransactionSql,
  work: Work<T>,
  over: AbortSignal,
  observe?: ObserveQuery,
): Promise<T> {
  const begin = sql.savepoint.bind(sql) as (inner: Work<unknown>) => Promise<unknown>;
  const savepoint = (inner: Work<unknown>) =>
    begin((deeper) => guardWork(deeper, inner, over, observe));
  try {
    return await work(Object.assign(sql, { savepoint, ...observed(sql, observe) }));
  } catch (error) {
    // This promise never settles, because the driver itself rejects a transaction whose connection
    // closes.
    const never = () => new Promise<void>(() => {});
    if (isConnectionLost(error))
      await sleep(CLOSES_WITHIN_MS, undefined, { signal: over }).catch(never);
    throw error;
  }
}

function observed(sql: postgres.Sql | postgres.TransactionSql, observe?: ObserveQuery) {
  if (!observe) return {};
  const unsafe = sql.unsafe.bind(sql) as (...args: unknown[]) => postgres.PendingQuery<[]>;
  return {
    unsafe: (text: string, ...rest: unknown[]) => {
      const query = unsafe(text, ...rest);
      const done = observe(text);
      // The query starts a microtask later, so that the builder can still set the row format.
      query.then(() => done(), done);
      return query;
    },
  };
}

type Statement = { reject(error: unknown): void };

/** Time for which a statement sent on a closing connection may remain unanswered. */
const ANSWERED_WITHIN_MS = 5_000;

/**
 * Rejects statements that were sent while their connection was closing, because it is unknown
 * whether they took effect. Otherwise they would wait endlessly: between a socket's error and its
 * close, the driver (postgres.js 3.4) accepts statements and then forgets them.
 *
 * @param client is changed, and returned
 */
export function rejectLostStatements(client: postgres.Sql): postgres.Sql {
  const { onclose } = client.options;
  const unsafe = client.unsafe.bind(client) as unknown as (...args: unknown[]) => Statement;
  const justBegun = new Set<Statement>();
  client.options.onclose = (id) => {
    onclose?.(id);
    const error = Object.assign(new Error('The connection closed.'), { code: 'CONNECTION_CLOSED' });
    const unanswered = [...justBegun];
    // This has no effect on statements that were already answered.
    const fail = () => {
      for (const statement of unanswered) statement.reject(error);
    };
    if (unanswered.length > 0) setTimeout(fail, ANSWERED_WITHIN_MS).unref();
  };
  return Object.assign(client, {
    unsafe: (...args: unknown[]) => {
      const made = unsafe(...args);
      justBegun.add(made);
      // A socket ends within one event-loop tick after its error.
      void eventLoopTick().then(() => justBegun.delete(made));
      return made;
    },
  }) as unknown as postgres.Sql;
}
