import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { shareResults } from './resolve-host';

/** Limits of the idle connections of a process. Times are in ms. */
export interface KeepLimits {
  /**
   * Maximum time for which a connection may be idle. It is less than the five seconds after which
   * many servers close idle connections.
   */
  readonly idleMs: number;
  /** Maximum number of idle connections of one merchant to one endpoint. */
  readonly perEndpoint: number;
  readonly total: number;
}

export const KEEP_LIMITS: KeepLimits = {
  idleMs: 4_000,
  // As many attempts to one endpoint may be in flight.
  perEndpoint: 8,
  // A socket takes about 10 KiB of memory, and several times as much with TLS.
  total: 1_024,
};

/**
 * Request options with the name of a pool. Requests share connections only with requests of the
 * same pool.
 */
export interface PooledRequest extends https.RequestOptions {
  readonly pool?: string;
}

/** The callback returns a boolean in Node.js, although its types omit it. */
type KeepSocketAlive = (socket: Socket) => boolean;

/** The agents of a process, with the idle connections to endpoints and the cached DNS results. */
export class Connections {
  readonly resolve = shareResults();
  readonly #limits: KeepLimits;
  readonly #plain: http.Agent;
  readonly #secure: https.Agent;
  readonly #idle = new Set<Socket>();
  readonly #watched = new WeakSet<Socket>();
  #isClosed = false;

  constructor(limits: Partial<KeepLimits> = {}) {
    this.#limits = { ...KEEP_LIMITS, ...limits };
    const { idleMs: timeout, perEndpoint: maxFreeSockets } = this.#limits;
    const options = { keepAlive: true, timeout, maxFreeSockets };
    this.#plain = this.#guard(new http.Agent(options));
    // Sessions are not cached, because a resumed session would skip the certificate check.
    this.#secure = this.#guard(new https.Agent({ ...options, maxCachedSessions: 0 }));
  }

  get idle(): number {
    return this.#idle.size;
  }

  /** Returns the agent that keeps connections open; undefined after {@link close}. */
  agentFor({ protocol }: URL): http.Agent | undefined {
    if (this.#isClosed) return undefined;
    return protocol === 'https:' ? this.#secure : this.#plain;
  }

  /**
   * Closes the idle connections of a request's pool after one of the pool's connections has failed.
   */
  drop(agent: http.Agent, request: PooledRequest): void {
    const name = agent.getName(request as http.ClientRequestArgs);
    for (const socket of agent.freeSockets[name] ?? []) this.#close(socket);
  }

  /** Closes all idle connections. No connection is kept open afterwards. */
  close(): void {
    this.#isClosed = true;
    for (const socket of this.#idle) this.#close(socket);
  }

  /** Adds pools to an agent, and watches its idle connections. */
  #guard<Kind extends http.Agent>(agent: Kind): Kind {
    const getName = agent.getName.bind(agent);
    const keepSocketAlive = agent.keepSocketAlive.bind(agent) as unknown as KeepSocketAlive;
    const reuseSocket = agent.reuseSocket.bind(agent);
    return Object.assign(agent, {
      getName: (request: PooledRequest) =>
        `${getName(request as http.ClientRequestArgs)} ${request.pool}`,
      keepSocketAlive: (socket: Socket) => {
        const mayKeep = !this.#isClosed && this.#idle.size < this.#limits.total;
        if (!mayKeep || !keepSocketAlive(socket)) return false;
        this.#watch(socket);
        return true;
      },
      reuseSocket: (socket: Socket, request: http.ClientRequest) => {
        this.#idle.delete(socket.off('data', this.#closeUnsolicited));
        reuseSocket(socket, request);
      },
    });
  }

  #watch(socket: Socket): void {
    this.#idle.add(socket.on('data', this.#closeUnsolicited));
    if (!this.#watched.has(socket)) socket.once('close', () => this.#idle.delete(socket));
    this.#watched.add(socket);
  }

  /**
   * Closes an idle connection that gets bytes, because they would be read as the response to the
   * next request.
   */
  readonly #closeUnsolicited = function (this: Socket) {
    this.destroy();
  };

  #close(socket: Socket): void {
    this.#idle.delete(socket);
    socket.destroy();
  }
}
