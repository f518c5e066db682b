import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { shareAnswers } from './resolve-host';

/** Limits of the idle connections of a process. Times are in ms. */
export interface KeepLimits {
  /** Less than the five seconds after which many servers close idle connections. */
  readonly idleMs: number;
  /** Idle connections of one merchant to one endpoint. */
  readonly perEndpoint: number;
  readonly total: number;
}

export const KEEP_LIMITS: KeepLimits = {
  idleMs: 4_000,
  // The number of attempts that may be in flight to an endpoint.
  perEndpoint: 8,
  // A socket has some 10 KiB, with TLS several times as much.
  total: 1_024,
};

/** Options of a request, with the name of its pool: only requests of one pool share connections. */
export interface PooledRequest extends https.RequestOptions {
  readonly pool?: string;
}

/** Node.js has it return a boolean; its types do not say so. */
type KeepSocketAlive = (socket: Socket) => boolean;

/** The agents of a process, with the idle connections to endpoints, and the answers of DNS. */
export class Connections {
  readonly resolve = shareAnswers();
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
    // A resumed session would skip the check of the certificate.
    this.#secure = this.#guard(new https.Agent({ ...options, maxCachedSessions: 0 }));
  }

  /** The number of idle connections. */
  get idle(): number {
    return this.#idle.size;
  }

  /** The agent that keeps connections open; undefined once this is closed. */
  agentFor({ protocol }: URL): http.Agent | undefined {
    if (this.#isClosed) return undefined;
    return protocol === 'https:' ? this.#secure : this.#plain;
  }

  /** Closes the idle connections that a request could use: another of its pool has failed. */
  drop(agent: http.Agent, request: PooledRequest): void {
    const name = agent.getName(request as http.ClientRequestArgs);
    for (const socket of agent.freeSockets[name] ?? []) this.#close(socket);
  }

  /** Closes all idle connections; from now on none is kept. */
  close(): void {
    this.#isClosed = true;
    for (const socket of this.#idle) this.#close(socket);
  }

  /** Gives an agent pools, and a watch over its idle connections. */
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
        this.#idle.delete(socket.off('data', this.#closeSpeaking));
        reuseSocket(socket, request);
      },
    });
  }

  #watch(socket: Socket): void {
    this.#idle.add(socket.on('data', this.#closeSpeaking));
    if (!this.#watched.has(socket)) socket.once('close', () => this.#idle.delete(socket));
    this.#watched.add(socket);
  }

  /** Bytes that come while nothing was asked would be read as the answer to the next request. */
  readonly #closeSpeaking = function (this: Socket) {
    this.destroy();
  };

  #close(socket: Socket): void {
    this.#idle.delete(socket);
    socket.destroy();
  }
}
