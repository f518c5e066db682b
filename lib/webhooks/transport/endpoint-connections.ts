import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { createSharedResolver } from './resolve-host';

export interface KeepAliveLimits {
  /** Less than the five seconds after which many servers close idle connections. */
  readonly idleMs: number;
  /** For one merchant. */
  readonly perEndpoint: number;
  readonly total: number;
}

export const KEEP_ALIVE_LIMITS: KeepAliveLimits = {
  idleMs: 4_000,
  // This is also the maximum number of attempts in flight to one endpoint.
  perEndpoint: 8,
  // A socket takes about 10 KiB of memory, and several times as much with TLS.
  total: 1_024,
};

/** Requests share connections only within their pool. */
export interface PooledRequest extends https.RequestOptions {
  readonly pool?: string;
}

/** In Node.js, `keepSocketAlive` returns a boolean, although its declared result is void. */
type KeepSocketAlive = (socket: Socket) => boolean;

/** A process's idle connections to endpoints, and its cached DNS results. */
export class EndpointConnections {
  readonly resolve = createSharedResolver();
  readonly #limits: KeepAliveLimits;
  readonly #plain: http.Agent;
  readonly #secure: https.Agent;
  readonly #idle = new Set<Socket>();
  readonly #watched = new WeakSet<Socket>();
  #isClosed = false;

  constructor(limits: Partial<KeepAliveLimits> = {}) {
    this.#limits = { ...KEEP_ALIVE_LIMITS, ...limits };
    const { idleMs: timeout, perEndpoint: maxFreeSockets } = this.#limits;
    const options = { keepAlive: true, timeout, maxFreeSockets };
    this.#plain = this.#guard(new http.Agent(options));
    // A resumed session would skip the certificate check.
    this.#secure = this.#guard(new https.Agent({ ...options, maxCachedSessions: 0 }));
  }

  get idle(): number {
    return this.#idle.size;
  }

  /** Returns undefined after {@link close}. */
  agentFor({ protocol }: URL): http.Agent | undefined {
    if (this.#isClosed) return undefined;
    return protocol === 'https:' ? this.#secure : this.#plain;
  }

  /** Closes the idle connections of a request's pool after one of them has failed. */
  drop(agent: http.Agent, request: PooledRequest): void {
    const name = agent.getName(request as http.ClientRequestArgs);
    for (const socket of agent.freeSockets[name] ?? []) this.#close(socket);
  }

  /** Closes all idle connections and keeps none open afterwards. */
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
   * Bytes on an idle connection would be read as the response to the next request, so the
   * connection is closed.
   */
  readonly #closeUnsolicited = function (this: Socket) {
    this.destroy();
  };

  #close(socket: Socket): void {
    this.#idle.delete(socket);
    socket.destroy();
  }
}
