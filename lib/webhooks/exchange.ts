import type { ResponseEnd } from '@/db/schema/webhooks';
import { AnswerBody } from './answer-body';
import { AnswerHead } from './answer-head';
import type { Reader } from './connection';
import { ExchangeFault } from './fault';
import type { TargetUrl } from './target-url';

/**
 * All headers of a request, in wire order.
 *
 * @param persistent whether the endpoint may leave the connection open, as HTTP/1.1 does by default
 */
export function wireHeaders(
  url: URL,
  headers: Readonly<Record<string, string>>,
  bodyBytes: number,
  persistent: boolean,
): Record<string, string> {
  return {
    Host: url.host,
    ...headers,
    'Content-Length': String(bodyBytes),
    ...(persistent ? {} : { Connection: 'close' }),
  };
}

/** The bytes of a POST request (RFC 9112), with its body in UTF-8. */
export function requestBytes(
  { url }: TargetUrl,
  headers: Readonly<Record<string, string>>,
  body: string,
  persistent: boolean,
): Buffer {
  const bodyBytes = Buffer.byteLength(body);
  let head = `POST ${url.pathname}${url.search} HTTP/1.1\r\n`;
  for (const [name, value] of Object.entries(wireHeaders(url, headers, bodyBytes, persistent))) {
    head += `${name}: ${value}\r\n`;
  }
  head += '\r\n';
  const bytes = Buffer.allocUnsafe(head.length + bodyBytes);
  bytes.write(head, 'latin1');
  bytes.write(body, head.length, 'utf8');
  return bytes;
}

/** `Keep-Alive: timeout=5`, in seconds. */
const ASKED_TIMEOUT = /(?:^|[\s,;])timeout=(\d{1,6})(?:$|[\s,;])/i;
/** For the way of the next request to the endpoint. */
const TIMEOUT_MARGIN_MS = 1_000;

/**
 * The answer that comes over a connection. Reads what an HTTP library would reject: once the status
 * line was read, nothing that follows is an error.
 */
export class Answer implements Reader {
  readonly head = new AnswerHead();
  /** No byte of it has come. */
  isUntouched = true;
  readonly #limits: { readonly readBytes: number; readonly keepBytes: number };
  #body: AnswerBody | undefined;
  /** The code of the connection's end; undefined while it is open. */
  #closed: string | undefined;
  #changed = () => {};

  constructor(limits: { readonly readBytes: number; readonly keepBytes: number }) {
    this.#limits = limits;
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

  /**
   * For how many ms the connection may wait for another request, as far as the endpoint says; 0: not
   * at all, unless this was a whole answer, without a doubt about where it ends.
   */
  keepForMs(): number {
    const { headers, isStrict } = this.head;
    const isExact = isStrict && this.#body?.isExact === true && this.#closed === undefined;
    if (!isExact || /\bclose\b/i.test(headers.get('connection') ?? '')) return 0;
    const timeout = ASKED_TIMEOUT.exec(headers.get('keep-alive') ?? '')?.[1];
    if (timeout === undefined) return Number.POSITIVE_INFINITY;
    return Math.max(0, Number(timeout) * 1_000 - TIMEOUT_MARGIN_MS);
  }

  /** The endpoint sends more than it announces, or leaves open what only `close` can end. */
  get needsClose(): boolean {
    return this.#body?.hasSurplus === true || this.#end() === undefined;
  }

  #end(): ResponseEnd | undefined {
    if (this.head.end === 'too_large') return 'headers_too_large';
    if (this.#body) return this.#body.end;
    return this.#closed === undefined ? undefined : 'cut_off';
  }

  take(chunk: Buffer): void {
    const { head } = this;
    this.isUntouched = false;
    const rest = this.#body ? chunk : head.push(chunk);
    if (rest !== undefined && head.status !== undefined) {
      this.#body ??= new AnswerBody(head.status, head.headers, this.#limits);
      this.#body.push(rest);
    }
    this.#changed();
  }

  close(code: string, isClean: boolean): void {
    if (this.#closed !== undefined) return;
    this.#closed = code;
    this.#body?.close(isClean);
    this.#changed();
  }

  #until(isMet: () => boolean, limitMs: number): Promise<void> {
    if (isMet()) return Promise.resolve();
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
    });
  }
}
