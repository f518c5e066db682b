import type postgres from 'postgres';

type Call = (...args: unknown[]) => PromiseLike<unknown>;

/**
 * Calls `began` for each statement and each transaction of a client, and what it returns at the end.
 *
 * @param client is changed, and returned
 */
export function observeCalls(
  client: postgres.Sql,
  began: () => (error?: unknown) => void,
): postgres.Sql {
  const observed = (call: Call): Call => {
    return (...args) => {
      const made = call(...args);
      const ended = began();
      // A query starts a microtask later, so that the builder can still set the row format.
      made.then(() => ended(), ended);
      return made;
    };
  };
  return Object.assign(client, {
    unsafe: observed(client.unsafe.bind(client) as Call),
    begin: observed(client.begin.bind(client) as Call),
  }) as postgres.Sql;
}
