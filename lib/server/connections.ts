import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Maximum number of pipelined requests that wait on one connection. HTTP clients send far fewer.
 */
const MAX_WAITING = 100;

/** Grace period for connections without a request. Their clients may be about to send one. */
const SILENT_MS = 1_000;

interface Connection {
  readonly openedAt: number;
  /** The response that is currently prepared or sent. */
  current?: ServerResponse;
  /** Functions that start the work for the pipelined requests, in their order. */
  readonly waiting: (() => void)[];
}

/** The open connections of a server. Each connection works on one request at a time. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();

  constructor(http: Server) {
    http.on('connection', (socket) => {
      this.#open.set(socket, { openedAt: performance.now(), waiting: [] });
      socket.once('close', () => this.#open.delete(socket));
    });
  }

  /**
   * Starts the work for a request once all earlier responses on its connection are sent. If the
   * connection is lost before that, the work never starts. If too many requests wait, the
   * connection is ended.
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

  /** Closes connections on which no data has arrived. */
  closeUnused(): void {
    const since = performance.now() - SILENT_MS;
    for (const [socket, { openedAt }] of this.#open) {
      if (socket.bytesRead === 0 && openedAt < since) socket.destroy();
    }
  }
}
