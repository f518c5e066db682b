import type postgres from 'postgres';
import { isConnectionLost } from './connection-lost';

/** For what runs on connections that were not lost, when others were. */
const DRAIN_SECONDS = 60;

type Call = (...args: unknown[]) => PromiseLike<unknown>;
type Inner = Pick<postgres.Sql, 'unsafe' | 'begin' | 'end' | 'options'>;

/**
 * Replaces the connections of a client by new ones after one was lost. In the driver (postgres.js
 * 3.4) a connection that closes while a statement waits to be written never writes again: every
 * later statement on it fails after the connect timeout (porsager/postgres#1209).
 *
 * @param open opens a client; only `unsafe`, `begin` and `end` of the returned one are renewed
 */
export function renewClient(open: () => postgres.Sql): postgres.Sql {
  const first = open();
  const draining = new Set<Promise<void>>();
  const { unsafe, begin, end, options: own } = first;
  // Its own methods, which those of the returned client replace.
  let current: Inner = { unsafe, begin, end, options: own };
  let isOver = false;

  const renew = (lost: Inner) => {
    if (isOver || current !== lost) return;
    current = open();
    // The query builder has set its own for the first one.
    Object.assign(current.options.parsers, own.parsers);
    Object.assign(current.options.serializers, own.serializers);
    const drained: Promise<void> = lost
      .end({ timeout: DRAIN_SECONDS })
      .finally(() => draining.delete(drained));
    draining.add(drained);
  };
  const renewed =
    (name: 'unsafe' | 'begin'): Call =>
    (...args) => {
      const used = current;
      const made = (used[name] as Call)(...args);
      // A query starts a microtask later, so that the builder can still set the row format.
      made.then(undefined, (error: unknown) => isConnectionLost(error) && renew(used));
      return made;
    };
  return Object.assign(first, {
    unsafe: renewed('unsafe'),
    begin: renewed('begin'),
    end: async (options?: { timeout?: number }) => {
      isOver = true;
      await Promise.all([...draining, current.end(options)]);
    },
  }) as postgres.Sql;
}
