import type postgres from 'postgres';
import { observeCalls } from './observe-calls';

/** For the connections to close, when no statement runs any more. */
const GOODBYE_SECONDS = 1;

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
  const end = client.end.bind(client);
  const observed = observeCalls(client, () => {
    underWay += 1;
    return () => {
      underWay -= 1;
      tell();
    };
  });
  return Object.assign(observed, {
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
  });
}
