import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Maximum number of pipelined requests that wait on one connection. HTTP clients send far fewer.
 */
const MAX_WAITING = 100;

/** Grace period for a new connection, whose client may be about to send a request. */
const SILENT_MS = 1_000;

interface Connection {
  readonly openedAt: number;
  /** The response that is being prepared or sent. */
  current?: ServerResponse;
  /** Each function begins a pipelined request, in the order of their arrival. */
  readonly waiting: (() => void)[];
}

/** The open connections of a server. Each one works on a single request at a time. */
export class ServerConnections {
  readonly #open = new Map<Socket, Connection>();

  constructor(http: Server) {
    http.on('connection', (socket) => {
      this.#open.set(socket, { openedAt: performance.now(), waiting: [] });
      socket.once('close', () => this.#open.delete(socket));
    });
  }

  /**
   * Starts the work for a request once all earlier responses on its connection are sent. If the
   * connection is lost first, the work never starts. If too many requests wait, the connection is
   * ended.
   */
  start({ socket }: IncomingMessage, response: ServerResponse, work: () => void): void {
    const connection = this.#open.get(socket);
    if (!connection || socket.destroyed) return;
    if (!connection.current) this.#begin(connection, response, work);
    else if (connection.waiting.length >= MAX_WAITING) socket.destroy();
    else {
      connection.waiting.push(() => {
        if (!socket.destroyed) this.#begin(connection, response, work);
      });
    }
  }

  #begin(connection: Connection, response: ServerResponse, work: () => void): void {
    connection.current = response;
    response.once('close', () => {
      delete connection.current;
      connection.waiting.shift()?.();
    });
    work();
  }

  hasBegunResponse(socket: Socket): boolean {
    return this.#open.get(socket)?.current?.headersSent ?? false;
  }

  isSending(): boolean {
    return [...this.#open.values()].some(({ current }) => current?.writableEnded);
  }

  closeUnused(): void {
    const since = performance.now() - SILENT_MS;
    for (const [socket, { openedAt }] of this.#open) {
      if (socket.bytesRead === 0 && openedAt < since) socket.destroy();
    }
  }
}
