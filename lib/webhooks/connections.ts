import { LRUCache } from 'lru-cache';
import type { Connection } from './connection';
import { DnsAnswers } from './dns-answers';
import { wholeTurn } from './event-loop';
import type { PinnedAddress } from './target-guard';

/** What a process keeps of the ways to endpoints, at most. Times are in ms. */
export interface KeepLimits {
  /** Less than the five seconds after which many servers close idle connections. */
  readonly idleMs: number;
  /** A connection of this age is not used again: a new one has its certificate checked. */
  readonly ageMs: number;
  /** Idle connections of one merchant to one endpoint. */
  readonly perEndpoint: number;
  readonly total: number;
  /** For how long an endpoint that cannot handle kept connections gets none. */
  readonly avoidMs: number;
}

export const KEEP_LIMITS: KeepLimits = {
  idleMs: 4_000,
  ageMs: 60_000,
  // As many as may be in use at once.
  perEndpoint: 8,
  // A socket and some 10 KiB each, with TLS several times as much.
  total: 1_024,
  avoidMs: 600_000,
};

const MAX_AVOIDED = 1_000;

/** Whose idle connections may be used: one merchant's to one scheme, host and port. */
export type Route = string & { readonly is: 'route' };

/** @param ca certificate authorities that are trusted instead of the system's, PEM */
export function routeOf(merchantId: string, origin: string, ca: string | undefined): Route {
  return `${merchantId} ${origin} ${ca ?? ''}` as Route;
}

interface Idle {
  readonly route: Route;
  readonly connection: Connection;
  readonly until: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * The idle connections of a process to endpoints, and the answers of DNS. Merchants share no
 * connection: what an endpoint does to those of one has no effect on, and shows nothing to, another.
 */
export class Connections {
  readonly answers = new DnsAnswers();
  readonly #limits: KeepLimits;
  /** The one that became idle first comes first. */
  readonly #idle = new Set<Idle>();
  /** The same by route, in the same order. */
  readonly #byRoute = new Map<Route, Idle[]>();
  readonly #avoided: LRUCache<Route, true>;
  #isClosed = false;

  constructor(limits: Partial<KeepLimits> = {}) {
    this.#limits = { ...KEEP_LIMITS, ...limits };
    this.#avoided = new LRUCache({ max: MAX_AVOIDED, ttl: this.#limits.avoidMs });
  }

  /** The number of idle connections. */
  get idle(): number {
    return this.#idle.size;
  }

  /** Whether the endpoint may be asked to leave a connection open. */
  mayKeep(route: Route): boolean {
    return !this.#isClosed && !this.#avoided.has(route);
  }

  /**
   * Takes an idle connection to one of the addresses, the newest first, since the endpoint is least
   * likely to be closing it. Those to other addresses are closed.
   */
  async take(route: Route, addresses: readonly PinnedAddress[]): Promise<Connection | undefined> {
    for (;;) {
      const one = this.#byRoute.get(route)?.at(-1);
      if (!one) return undefined;
      this.#forget(one);
      const { connection, until } = one;
      // After a stall of this process the timer may be late.
      if (
        performance.now() < until &&
        addresses.some(({ address }) => address === connection.peer)
      ) {
        await wholeTurn();
        if (connection.isOpen) return connection;
      }
      connection.destroy();
    }
  }

  /** Keeps a connection for the next request, at most for `askedMs`; closes it if there is no room. */
  keep(route: Route, connection: Connection, askedMs: number): void {
    const { idleMs, ageMs, perEndpoint, total } = this.#limits;
    const now = performance.now();
    const forMs = Math.min(idleMs, askedMs, connection.openedAt + ageMs - now);
    const same = this.#byRoute.get(route)?.length ?? 0;
    if (forMs <= 0 || same >= perEndpoint || !this.mayKeep(route)) {
      connection.destroy();
      return;
    }
    const [longest] = this.#idle;
    if (longest && this.#idle.size >= total) this.#close(longest);
    const timer = setTimeout(() => this.#close(idle), forMs).unref();
    const idle: Idle = { route, connection, until: now + forMs, timer };
    this.#remember(idle);
    connection.rest((hadBytes) => {
      this.#close(idle);
      if (hadBytes) this.avoid(route);
    });
  }

  /** Closes the idle connections of a route: another of them has failed. */
  drop(route: Route): void {
    for (const one of [...(this.#byRoute.get(route) ?? [])]) this.#close(one);
  }

  /** Keeps no connection to the endpoint for a while. */
  avoid(route: Route): void {
    this.#avoided.set(route, true);
    this.drop(route);
  }

  /** Closes all idle connections; from now on none is kept. */
  close(): void {
    this.#isClosed = true;
    for (const one of this.#idle) this.#close(one);
  }

  #remember(one: Idle): void {
    this.#idle.add(one);
    const same = this.#byRoute.get(one.route);
    if (same) same.push(one);
    else this.#byRoute.set(one.route, [one]);
  }

  #forget(one: Idle): void {
    clearTimeout(one.timer);
    if (!this.#idle.delete(one)) return;
    const same = this.#byRoute.get(one.route) ?? [];
    if (same.length === 1) this.#byRoute.delete(one.route);
    else same.splice(same.indexOf(one), 1);
  }

  #close(one: Idle): void {
    this.#forget(one);
    one.connection.destroy();
  }
}
