import type { Socket } from 'node:net';
import { errorCode } from './fault';

/** Reads what comes over a connection until it is released. */
export interface Reader {
  take(chunk: Buffer): void;
  /** @param isClean whether the endpoint ended the connection without an error */
  close(code: string, isClean: boolean): void;
}

/**
 * An open connection to a checked address. Whatever comes while nobody reads would be taken for the
 * answer to the next request, so it ends the connection.
 */
export class Connection {
  readonly socket: Socket;
  /** The IP address that it leads to. */
  readonly peer: string;
  /** Monotonic time in ms. */
  readonly openedAt: number;
  #reader: Reader | undefined;
  #closed: { readonly code: string; readonly isClean: boolean } | undefined;
  #onIdleEnd = (_hadBytes: boolean) => {};

  /** Has to be called before the event loop turns, so that no event of the socket is missed. */
  constructor(socket: Socket, peer: string, now: number) {
    this.socket = socket;
    this.peer = peer;
    this.openedAt = now;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.once('end', () => this.#close('ECONNRESET', true));
    socket.once('error', (error) => this.#close(errorCode(error), false));
    socket.once('close', () => this.#close('ECONNRESET', false));
    if (socket.destroyed) this.#close('ECONNRESET', false);
  }

  get isOpen(): boolean {
    return this.#closed === undefined && !this.socket.destroyed;
  }

  /** Ends the idle time: everything that comes from now on goes to the reader. */
  read(reader: Reader): void {
    this.#onIdleEnd = () => {};
    this.#reader = reader;
    this.socket.ref();
    if (this.#closed) reader.close(this.#closed.code, this.#closed.isClean);
  }

  /**
   * Ends the reading: the connection is idle, and keeps no process alive.
   *
   * @param onEnd called if it ends while it is idle; `hadBytes`: since bytes came
   */
  rest(onEnd: (hadBytes: boolean) => void): void {
    this.#reader = undefined;
    this.#onIdleEnd = onEnd;
    this.socket.unref();
  }

  destroy(): void {
    this.socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#reader) this.#reader.take(chunk);
    else this.#endIdle('ECONNRESET', false, true);
  }

  #close(code: string, isClean: boolean): void {
    if (this.#closed) return;
    this.#closed = { code, isClean };
    if (this.#reader) this.#reader.close(code, isClean);
    else this.#endIdle(code, isClean, false);
  }

  #endIdle(code: string, isClean: boolean, hadBytes: boolean): void {
    this.#closed ??= { code, isClean };
    this.socket.destroy();
    const onEnd = this.#onIdleEnd;
    this.#onIdleEnd = () => {};
    onEnd(hadBytes);
  }
}
