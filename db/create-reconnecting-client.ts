import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { isConnectionLost } from './connection-lost';
import { probeHosts } from './probe-hosts';

/** Time limit for statements that still run on the replaced connections. */
const DRAIN_SECONDS = 60;
/** Time limit for closing connections on which no statement runs. */
const CLOSE_SECONDS = 1;
const CHECK_EVERY_MS = 5_000;

/**
 * Returns a client that replaces all of its connections after one was lost. A connection of the
 * driver (postgres.js 3.4) that closes while a statement waits to be written never writes again.
 * Later statements on it fail after the connect timeout (porsager/postgres#1209).
 *
 * @param open returns a client that has not connected yet
 * @param maxHosts how many hosts of the URL a client uses; the next client begins with the next
 *  host
 * @returns the first client, whose `unsafe`, `begin` and `end` always use the newest client
 */
export function createReconnectingClient(
  open: () => postgres.Sql,
  maxHosts = Number.POSITIVE_INFINITY,
): postgres.Sql {
  let opened = 0;
  let isOver = false;
  const draining = new Set<Promise<void>>();
  const openNext = () => {
    const client = open();
    const { host, port } = client.options;
    // If a host does not answer, the driver fails the query, so the next client begins with
    // another.
    const nth = opened % host.length;
    host.push(...host.splice(0, nth));
    port.push(...port.splice(0, nth));
    for (const list of [host, port]) list.splice(maxHosts);
    opened += 1;
    return client;
  };
  const first = openNext();
  const { parsers, serializers } = first.options;
  const renew = (lost: Connections) => {
    if (isOver || current !== lost) return;
    const next = openNext();
    // The query builder has set its own parsers on the first client.
    Object.assign(next.options.parsers, parsers);
    Object.assign(next.options.serializers, serializers);
    current = new Connections(next, renew);
    const drained: Promise<void> = lost.end(DRAIN_SECONDS).finally(() => draining.delete(drained));
    draining.add(drained);
  };
  let current = new Connections(first, renew);
  return Object.assign(first, {
    unsafe: (...args: unknown[]) => current.run('unsafe', args),
    begin: (...args: unknown[]) => current.run('begin', args),
    end: async ({ timeout }: { timeout?: number } = {}) => {
      isOver = true;
      await Promise.all([...draining, current.end(timeout)]);
    },
  }) as postgres.Sql;
}

class Connections {
  /**
   * The driver's original methods, because createReconnectingClient replaces them on the first client.
   */
  readonly #client: Pick<postgres.Sql, 'unsafe' | 'begin' | 'end' | 'options'>;
  readonly #onLost: (lost: Connections) => void;
  #running = 0;
  #answers = 0;
  #isWatched = false;
  #onIdle = () => {};

  constructor({ unsafe, begin, end, options }: postgres.Sql, onLost: (lost: Connections) => void) {
    this.#client = { unsafe, begin, end, options };
    this.#onLost = onLost;
  }

  run(name: 'unsafe' | 'begin', args: unknown[]): PromiseLike<unknown> {
    const made = (this.#client[name] as (...args: unknown[]) => PromiseLike<unknown>)(...args);
    this.#running += 1;
    // A server behind a Unix socket cannot go silent, because it runs on the same machine.
    if (!this.#isWatched && !this.#client.options.path) void this.#watch();
    const ended = (error?: unknown) => {
      this.#running -= 1;
      if (isConnectionLost(error)) this.#onLost(this);
      else this.#answers += 1;
      if (this.#running === 0) this.#onIdle();
    };
    // A query starts a microtask later, so that the builder can still set the row format.
    made.then(() => ended(), ended);
    return made;
  }

  /**
   * Waits for running statements, but only briefly for connections to close. After a lost
   * connection, the driver (postgres.js 3.4) would use up the whole time limit
   * (porsager/postgres#1130).
   */
  async end(timeoutSeconds?: number): Promise<void> {
    const idle = new Promise<boolean>((resolve) => {
      this.#onIdle = () => resolve(true);
      if (this.#running === 0) resolve(true);
      else if (timeoutSeconds !== undefined) setTimeout(resolve, timeoutSeconds * 1_000, false);
    });
    await this.#client.end({ timeout: (await idle) ? CLOSE_SECONDS : 0 });
  }

  /**
   * Ends running statements when the server has gone silent, for example after its cable was
   * pulled. Linux would end the statements after a quarter of an hour (15 TCP retransmissions).
   * While no statement is answered, new connections probe the server. A refusal by the only host
   * shows that it is alive. With several hosts, a refusal counts as silence, because the driver
   * retries refusing hosts endlessly.
   */
  async #watch(): Promise<void> {
    const { end, options } = this.#client;
    const { host, port } = options;
    this.#isWatched = true;
    while (this.#running > 0) {
      const before = this.#answers;
      const isStuck = () => this.#running > 0 && this.#answers === before;
      await sleep(CHECK_EVERY_MS, undefined, { ref: false });
      if (!isStuck()) continue;
      const found = await probeHosts(host, port);
      const isAway = found.every((one) => one === 'none' || (one === 'refusal' && host.length > 1));
      if (!isAway || !isStuck()) continue;
      // With only one host, the driver fails the waiting statements instead of trying another host.
      options.host = host.slice(0, 1);
      await end({ timeout: 0 });
    }
    this.#isWatched = false;
  }
}
