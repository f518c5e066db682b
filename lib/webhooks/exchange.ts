import type { Socket } from 'node:net';
import type { ResponseEnd } from '@/db/schema/webhooks';
import { AnswerBody } from './answer-body';
import { AnswerHead } from './answer-head';
import { ExchangeFault, errorCode } from './fault';
import type { TargetUrl } from './target-url';

/** All headers of a request, in wire order. */
export function wireHeaders(
  url: URL,
  headers: Readonly<Record<string, string>>,
  bodyBytes: number,
): Record<string, string> {
  return {
    Host: url.host,
    ...headers,
    'Content-Length': String(bodyBytes),
    Connection: 'close',
  };
}

/** The bytes of a POST request (RFC 9112). */
export function requestBytes(
  { url }: TargetUrl,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Buffer {
  const lines = Object.entries(wireHeaders(url, headers, body.length)).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const head = `POST ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/**
 * The answer that comes over a socket. Reads what an HTTP library would reject: once the status line
 * was read, nothing that follows is an error.
 */
export class Answer {
  readonly head = new AnswerHead();
  readonly #limits: { readonly readBytes: number; readonly keepBytes: number };
  #body: AnswerBody | undefined;
  /** The code of the connection's end; undefined while it is open. */
  #closed: string | undefined;
  #changed = () => {};

  /** Has to be called before the event loop turns, so that no event of the socket is missed. */
  constructor(socket: Socket, limits: { readonly readBytes: number; readonly keepBytes: number }) {
    this.#limits = limits;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.once('end', () => this.#close('ECONNRESET', true));
    socket.once('error', (error) => this.#close(errorCode(error), false));
    socket.once('close', () => this.#close('ECONNRESET', false));
    if (socket.destroyed) this.#close('ECONNRESET', false);
  }

  /** The first bytes of the body, as far as it came. */
  get bodyHead(): Buffer {
    return this.#body?.kept ?? Buffer.alloc(0);
  }

  /**
   * Waits for the status line of the final answer.
   *
   * @throws ExchangeFault
   */
  async status(limitMs: number): Promise<number> {
    const { head } = this;
    await this.#until(() => (head.status ?? head.fault ?? this.#closed) !== undefined, limitMs);
    if (head.status !== undefined) return head.status;
    if (head.fault !== undefined) throw new ExchangeFault({ kind: 'not_http', code: head.fault });
    if (this.#closed !== undefined) throw new ExchangeFault({ kind: 'reset', code: this.#closed });
    throw new ExchangeFault({ kind: 'timeout', stage: 'first_byte' });
  }

  /** Waits for the end of the headers and the body; after the limit, what came has to do. */
  async rest(limitMs: number): Promise<ResponseEnd> {
    await this.#until(() => this.#end() !== undefined, limitMs);
    return this.#end() ?? 'stalled';
  }

  #end(): ResponseEnd | undefined {
    if (this.head.end === 'too_large') return 'headers_too_large';
    if (this.#body) return this.#body.end;
    return this.#closed === undefined ? undefined : 'cut_off';
  }

  #take(chunk: Buffer): void {
    const { head } = this;
    const rest = this.#body ? chunk : head.push(chunk);
    if (rest !== undefined && head.status !== undefined) {
      this.#body ??= new AnswerBody(head.status, head.headers, this.#limits);
      this.#body.push(rest);
    }
    this.#changed();
  }

  #close(code: string, isClean: boolean): void {
    if (this.#closed !== undefined) return;
    this.#closed = code;
    this.#body?.close(isClean);
    this.#changed();
  }

  #until(isMet: () => boolean, limitMs: number): Promise<void> {
    return new Promise((resolve) => {
      let isOver = false;
      const finish = () => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        this.#changed = () => {};
        resolve();
      };
      // After a stall of this process, what came in time is read before the time counts as over.
      const timer = setTimeout(() => setImmediate(finish), limitMs);
      this.#changed = () => {
        if (isMet()) finish();
      };
      this.#changed();
    });
  }
}
