import { isStillWaiting } from '@/lib/domain/clock-skew';
import { VERSION } from '@/lib/version';
import { SourceError } from '../../source';
import type { CertificateCheck } from './certificates';
import {
  type ElectrumCall,
  ElectrumConnection,
  ElectrumRefusal,
  type ElectrumServer,
  openSocket,
  serverName,
} from './electrum-connection';

export interface ElectrumClientOptions {
  readonly clock: () => Date;
  /** For opening a connection, and for each response. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 20_000;
/**
 * Limit of unanswered requests. Each request is sent separately, because some servers do not accept
 * JSON-RPC batches.
 */
const MAX_IN_FLIGHT = 50;
const PROTOCOL = ['1.4', '1.4.3'];
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const RATE_LIMITED_MS = 60_000;
const EXCESSIVE = -101;
const BUSY = -102;

/**
 * Sends requests to an Electrum server. Connects when needed, and reconnects after a lost
 * connection.
 */
export class ElectrumClient {
  readonly name: string;
  readonly #server: ElectrumServer;
  readonly #check: CertificateCheck;
  readonly #clock: () => Date;
  readonly #timeoutMs: number;
  readonly #onNotice: (method: string, params: readonly unknown[]) => void;
  #open: Promise<ElectrumConnection> | undefined;
  #connection: ElectrumConnection | undefined;
  #window = MAX_IN_FLIGHT;
  #inFlight = 0;
  readonly #waiting: (() => void)[] = [];
  #failures = 0;
  #pause: { readonly until: number; readonly ms: number; readonly error: SourceError } | undefined;
  /** The number of the current connection. When it changes, all subscriptions have ended. */
  generation = 0;

  constructor(
    server: ElectrumServer,
    check: CertificateCheck,
    onNotice: (method: string, params: readonly unknown[]) => void,
    { clock, timeoutMs = TIMEOUT_MS }: ElectrumClientOptions,
  ) {
    this.name = serverName(server);
    this.#server = server;
    this.#check = check;
    this.#onNotice = onNotice;
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Sends requests, a limited number of them concurrently. The result of a refused request is the
   * refusal.
   *
   * @throws SourceError
   */
  async callAll(calls: readonly ElectrumCall[]): Promise<(unknown | ElectrumRefusal)[]> {
    if (calls.length === 0) return [];
    const connection = await this.#connected();
    return Promise.all(calls.map((call) => this.#inWindow(() => this.#answer(connection, call))));
  }

  /** Closes the connection after a wrong response. The next connection may reach another server. */
  leave(): void {
    this.#connection?.close();
  }

  /** Waits until the number of unanswered requests is below the limit. */
  async #inWindow<T>(send: () => Promise<T>): Promise<T> {
    while (this.#inFlight >= this.#window) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#inFlight += 1;
    try {
      return await send();
    } finally {
      this.#inFlight -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #answer(
    connection: ElectrumConnection,
    call: ElectrumCall,
  ): Promise<unknown | ElectrumRefusal> {
    try {
      return await connection.call(call, this.#timeoutMs);
    } catch (error) {
      if (!(error instanceof ElectrumRefusal)) throw error;
      if (!isLimit(error)) return error;
      const message = `the server at ${this.name} answers: ${error.message}`;
      const limited = new SourceError('rate_limited', message, { retryAfterMs: RATE_LIMITED_MS });
      this.#window = Math.max(1, Math.floor(this.#window / 2));
      this.#pauseFor(RATE_LIMITED_MS, limited);
      connection.close();
      throw limited;
    }
  }

  async #connected(): Promise<ElectrumConnection> {
    if (this.#connection?.isOpen) return this.#connection;
    const pause = this.#pause;
    if (pause && isStillWaiting(pause.until, pause.ms, this.#clock())) throw pause.error;
    this.#open ??= this.#connect().finally(() => {
      this.#open = undefined;
    });
    return this.#open;
  }

  async #connect(): Promise<ElectrumConnection> {
    try {
      const socket = await openSocket(this.#server, this.#timeoutMs);
      try {
        await this.#check(this.name, socket);
      } catch (error) {
        socket.destroy();
        throw error;
      }
      const connection = new ElectrumConnection(socket, this.name, this.#onNotice);
      await this.#greet(connection);
      this.#failures = 0;
      this.#pause = undefined;
      this.generation += 1;
      this.#connection = connection;
      return connection;
    } catch (error) {
      if (error instanceof SourceError && !error.retryAfterMs) {
        this.#pauseFor(Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, MAX_PAUSE_MS), error);
        this.#failures += 1;
      }
      throw error;
    }
  }

  /** Some servers close the connection unless the protocol version is the first request. */
  async #greet(connection: ElectrumConnection): Promise<void> {
    const params = [`Blocktally ${VERSION}`, PROTOCOL];
    const answer = await this.#answer(connection, { method: 'server.version', params });
    if (!(answer instanceof ElectrumRefusal)) return;
    connection.close();
    const message = `the server at ${this.name} refuses protocol 1.4: ${answer.message}`;
    throw new SourceError('bad_answer', message);
  }

  #pauseFor(ms: number, error: SourceError): void {
    this.#pause = { until: this.#clock().getTime() + ms, ms, error };
  }
}

function isLimit({ code, message }: ElectrumRefusal): boolean {
  return (
    code === EXCESSIVE || code === BUSY || /excessive|too many requests|rate.?limit/i.test(message)
  );
}
