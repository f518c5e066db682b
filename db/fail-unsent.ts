import type postgres from 'postgres';

/** How long a statement may go unanswered that was sent as a connection closed. */
const ANSWERED_WITHIN_MS = 5_000;

type Call = (...args: unknown[]) => { reject(error: unknown): void };

/**
 * Fails the statements that a connection was given at the moment of its end, in doubt whether they
 * took effect. Between the error of a socket and its end the driver (postgres.js 3.4) takes the
 * connection for open, and forgets what it is given then: its statements would wait without an end.
 *
 * @param client is changed, and returned
 */
export function failUnsent(client: postgres.Sql): postgres.Sql {
  const { onclose } = client.options;
  const unsafe = client.unsafe.bind(client) as unknown as Call;
  let ofThisTurn: ReturnType<Call>[] = [];
  let ofTheLast: ReturnType<Call>[] = [];
  let isTurning = false;

  /** A socket ends after the immediates of the turn of the event loop in which it failed. */
  function turn(): void {
    [ofTheLast, ofThisTurn] = [ofThisTurn, []];
    isTurning = ofTheLast.length > 0;
    if (isTurning) setImmediate(turn);
  }

  client.options.onclose = (id) => {
    onclose?.(id);
    const doubtful = [...ofTheLast, ...ofThisTurn];
    if (doubtful.length === 0) return;
    setTimeout(() => {
      const code = 'CONNECTION_CLOSED';
      const error = Object.assign(new Error('The connection closed.'), { code });
      // Those that were answered are settled already.
      for (const statement of doubtful) statement.reject(error);
    }, ANSWERED_WITHIN_MS).unref();
  };
  return Object.assign(client, {
    unsafe: (...args: unknown[]) => {
      const made = unsafe(...args);
      ofThisTurn.push(made);
      if (!isTurning) setImmediate(turn);
      isTurning = true;
      return made;
    },
  }) as unknown as postgres.Sql;
}
