import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { waitForEventLoopTick } from './batcher';
import { isConnectionLost } from './connection-lost';

type Work<T> = (sql: postgres.TransactionSql) => T | Promise<T>;

/**
 * Called with each statement, without parameter values. The returned function is called when the
 * statement ends.
 */
export type StatementObserver = (text: string) => (error?: unknown) => void;

/** How long a transaction waits for its lost connection to close. */
const CLOSES_WITHIN_MS = 5_000;

/**
 * Modifies and returns the client, so that the driver (postgres.js 3.4) sends no rollback over a
 * closed connection. The rollback would cause an uncaught error, and the pooled connection would
 * then fail every query for minutes.
 */
export function preventLateRollbacks(
  client: postgres.Sql,
  observe?: StatementObserver,
): postgres.Sql {
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

/** @param over aborts when the whole transaction ends, even if `work` runs in a savepoint */
async function guardWork<T>(
  sql: postgres.TransactionSql,
  work: Work<T>,
  over: AbortSignal,
  observe?: StatementObserver,
): Promise<T> {
  const begin = sql.savepoint.bind(sql) as (inner: Work<unknown>) => Promise<unknown>;
  const savepoint = (inner: Work<unknown>) =>
    begin((deeper) => guardWork(deeper, inner, over, observe));
  try {
    return await work(Object.assign(sql, { savepoint, ...observed(sql, observe) }));
  } catch (error) {
    // This promise never settles: the driver itself rejects a transaction whose connection closes.
    const never = () => new Promise<void>(() => {});
    if (isConnectionLost(error))
      await sleep(CLOSES_WITHIN_MS, undefined, { signal: over }).catch(never);
    throw error;
  }
}

function observed(sql: postgres.Sql | postgres.TransactionSql, observe?: StatementObserver) {
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

/** Time limit for the answer to a statement that was sent on a closing connection. */
const ANSWERED_WITHIN_MS = 5_000;

/**
 * Modifies and returns the client, so that it rejects statements that were sent while their
 * connection was closing. Such a statement may have taken effect. The driver (postgres.js 3.4)
 * would forget statements that it gets between a socket's error and its close.
 */
export function rejectLostStatements(client: postgres.Sql): postgres.Sql {
  const { onclose } = client.options;
  const unsafe = client.unsafe.bind(client) as unknown as (...args: unknown[]) => Statement;
  const justBegun = new Set<Statement>();
  client.options.onclose = (id) => {
    onclose?.(id);
    const error = Object.assign(new Error('The connection closed.'), { code: 'CONNECTION_CLOSED' });
    const unanswered = [...justBegun];
    // Rejecting an already answered statement has no effect.
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
      void waitForEventLoopTick().then(() => justBegun.delete(made));
      return made;
    },
  }) as unknown as postgres.Sql;
}
