import type postgres from 'postgres';

/** For the connections to close, when no statement runs any more. */
const GOODBYE_SECONDS = 1;

type Call = (...args: unknown[]) => Promise<unknown>;

/**
 * Lets `end` wait for the statements that run, and only shortly for connections. Otherwise
 * (postgres.js 3.4) it waits for its whole time limit when a connection was lost: for the statement
 * that failed with it (porsager/postgres#1130), or for the other side to close.
 *
 * @param client is changed, and returned
 */
export function endInTime(client: postgres.Sql): postgres.Sql {
  let underWay = 0;
  let tell = () => {};
  const counted = (call: Call): Call => {
    return (...args) => {
      const made = call(...args);
      underWay += 1;
      const done = () => {
        underWay -= 1;
        tell();
      };
      // A query starts a microtask later, so that the builder can still set the row format.
      made.then(done, done);
      return made;
    };
  };
  const end = client.end.bind(client);
  return Object.assign(client, {
    unsafe: counted(client.unsafe.bind(client) as Call),
    begin: counted(client.begin.bind(client) as Call),
    end: async ({ timeout }: { timeout?: number } = {}) => {
      const isIdle = await new Promise<boolean>((resolve) => {
        const late =
          timeout === undefined ? undefined : setTimeout(resolve, timeout * 1_000, false);
        tell = () => {
          if (underWay > 0) return;
          clearTimeout(late);
          resolve(true);
        };
        tell();
      });
      await end({ timeout: isIdle ? GOODBYE_SECONDS : 0 });
    },
  }) as postgres.Sql;
}
