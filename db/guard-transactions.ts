import type postgres from 'postgres';

type Work<T> = (sql: postgres.TransactionSql) => T | Promise<T>;

/**
 * Makes the driver leave a transaction alone whose connection was lost. Else (postgres.js 3.4) it
 * sends a rollback into the closed connection: an uncaught error, and a connection of the pool
 * that fails every query for the next minutes.
 *
 * @param client is changed, and returned
 */
export function guardTransactions(client: postgres.Sql): postgres.Sql {
  const begin = client.begin.bind(client) as <T>(work: Work<T>) => Promise<unknown>;
  const guarded = <T>(work: Work<T>) =>
    begin<T>(async (sql) => {
      try {
        return await work(sql);
      } catch (error) {
        // The driver itself rejects the transaction: it is told when the connection closes.
        if (isConnectionLost(error)) return new Promise<never>(() => {});
        throw error;
      }
    });
  return Object.assign(client, { begin: guarded });
}

/** What the driver says of a connection that is closed, or PostgreSQL of one that it ends. */
function isConnectionLost(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('syscall' in cause) return true;
    if ('severity' in cause && (cause.severity === 'FATAL' || cause.severity === 'PANIC'))
      return true;
    if ('code' in cause && /^CONNECTION_(?:CLOSED|DESTROYED|ENDED)$/.test(String(cause.code)))
      return true;
  }
  return false;
}
