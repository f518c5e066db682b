import type postgres from 'postgres';

/** Called with each statement, without parameter values; returns a callback for its end. */
export type ObserveQuery = (text: string) => (error?: unknown) => void;

type Client = postgres.Sql | postgres.TransactionSql;

/** Calls `observe` for every statement of the query builder on a client, also in transactions. */
export function observeQueries<T extends Client>(client: T, observe: ObserveQuery): T {
  const unsafe = client.unsafe.bind(client) as (...args: unknown[]) => postgres.PendingQuery<[]>;
  const within = (name: 'begin' | 'savepoint') => {
    const open = Reflect.get(client, name) as ((...args: unknown[]) => unknown) | undefined;
    if (!open) return {};
    return {
      [name]: (...args: unknown[]) =>
        open(
          ...args.map((arg) =>
            typeof arg === 'function'
              ? (inner: postgres.TransactionSql) => arg(observeQueries(inner, observe))
              : arg,
          ),
        ),
    };
  };
  return Object.assign(client, {
    ...within('begin'),
    ...within('savepoint'),
    unsafe: (text: string, ...rest: unknown[]) => {
      const query = unsafe(text, ...rest);
      const done = observe(text);
      // The query starts a microtask later, so that the builder can still set the row format.
      query.then(() => done(), done);
      return query;
    },
  });
}
