import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { ResponseEnd } from '@/db/schema/webhooks';
import type { ExchangeFault, ExchangeProgress, ExchangeStage } from './progress';

/** Maximum bytes up to the end of the final status line, including interim responses. */
const MAX_STATUS_BYTES = 16_384;
const LINE = String.raw`[^\n]*\n`;
const INTERIM = String.raw`HTTP/1\.\d[ \t]+1(?!01)\d\d(?=\s)${LINE}(?:[^\r\n]${LINE})*\r?\n`;
/**
 * Matches the final status line. Node.js reports a status only after the last header, and never if
 * it rejects a header. Its parser also accepts another protocol (RTSP).
 */
const FINAL_STATUS = new RegExp(
  String.raw`^(?:\r?\n)?(?:${INTERIM})*HTTP/1\.\d[ \t]+([2-9]\d\d)(?=\s)${LINE}`,
);
const PROTOCOL = 'HTTP/1.';

type Settle = (fault: ExchangeFault | undefined) => void;

/**
 * Posts a request and writes its response to `progress`. After the status line, nothing counts as a
 * fault.
 *
 * @returns undefined if the endpoint sent a status
 */
export function runExchange(
  options: https.RequestOptions,
  body: string,
  progress: ExchangeProgress,
): Promise<ExchangeFault | undefined> {
  return new Promise((resolve) => {
    const request = (options.protocol === 'https:' ? https : http).request(options);
    new Exchange(request, progress, resolve);
    request.end(body, 'utf8');
  });
}

class Exchange {
  readonly #request: ClientRequest;
  readonly #progress: ExchangeProgress;
  readonly #settle: Settle;
  #timer: NodeJS.Timeout | undefined;
  /** The response as Latin-1, up to the end of the status line. */
  #start = '';
  #response: IncomingMessage | undefined;
  #bodyBytes = 0;
  /** Bytes after the head, including the chunked encoding. */
  #rawBytes = 0;
  #isOver = false;

  constructor(request: ClientRequest, progress: ExchangeProgress, settle: Settle) {
    this.#request = request;
    this.#progress = progress;
    this.#settle = settle;
    this.#begin('connect');
    request.once('socket', (socket) => this.#follow(socket));
    request.once('response', (response) => this.#read(response));
    request.once('upgrade', () => this.#fail({ kind: 'not_http', code: 'UPGRADE' }));
    request.on('error', (error) => this.#fail(this.#faultOf(errorCode(error))));
  }

  #begin(stage: ExchangeStage): void {
    this.#limit(this.#progress.begin(stage));
  }

  #limit(limitMs: number): void {
    clearTimeout(this.#timer);
    const timer = setTimeout(() => {
      // If this process has stalled, the response may have arrived in time, so it is read first.
      setImmediate(() => {
        if (timer === this.#timer) this.#fail({ kind: 'timeout', stage: this.#progress.stage });
      });
    }, limitMs);
    this.#timer = timer;
  }

  #follow(socket: Socket): void {
    socket.prependListener('data', this.#peek);
    const isSecure = 'encrypted' in socket;
    const onConnect = () => {
      this.#progress.remoteAddress = socket.remoteAddress ?? null;
      this.#begin(isSecure ? 'tls' : 'first_byte');
    };
    // Through a proxy, the connection is already open when the request gets its socket.
    if (socket.connecting) socket.once('connect', onConnect);
    else onConnect();
    if (isSecure) socket.once('secureConnect', () => this.#begin('first_byte'));
  }

  readonly #peek = (chunk: Buffer): void => {
    const { status: known, limits } = this.#progress;
    if (known !== null) {
      if (this.#response) this.#rawBytes += chunk.length;
      // A response without content may still be endless, for example because of chunk extensions,
      // so its raw bytes are limited too. The parser must read this chunk first.
      if (this.#rawBytes >= 2 * limits.readBytes) setImmediate(() => this.#finish('limit'));
      return;
    }
    this.#start += chunk.toString('latin1', 0, MAX_STATUS_BYTES - this.#start.length);
    const status = FINAL_STATUS.exec(this.#start)?.[1];
    if (status !== undefined) {
      this.#progress.status = Number(status);
      this.#progress.end();
      this.#limit(limits.restMs);
    } else if (!PROTOCOL.startsWith(this.#start.trimStart().slice(0, PROTOCOL.length))) {
      this.#fail({ kind: 'not_http', code: 'NO_STATUS_LINE' });
    } else if (this.#start.length === MAX_STATUS_BYTES) {
      this.#fail({ kind: 'not_http', code: 'HEADERS_TOO_LARGE' });
    }
  };

  #read(response: IncomingMessage): void {
    const progress = this.#progress;
    if (progress.status === null) {
      this.#fail({ kind: 'not_http', code: 'NO_STATUS_LINE' });
      return;
    }
    this.#response = response;
    progress.headers = response.headers;
    response.on('data', (chunk: Buffer) => {
      progress.keep(chunk);
      this.#bodyBytes += chunk.length;
      if (this.#bodyBytes >= progress.limits.readBytes) this.#finish('limit');
    });
    response.once('end', () => this.#finish('complete'));
    response.once('error', () => this.#finish('cut_off'));
  }

  #faultOf(code: string): ExchangeFault {
    const { stage } = this.#progress;
    if (stage === 'connect' || stage === 'tls') return { kind: stage, code };
    return { kind: code.startsWith('HPE_') ? 'not_http' : 'reset', code };
  }

  #fail(fault: ExchangeFault): void {
    if (this.#progress.status !== null) this.#finish(endAfter(fault, this.#response));
    else this.#over(fault);
  }

  #finish(end: ResponseEnd): void {
    if (this.#isOver) return;
    this.#progress.responseEnd = end;
    this.#over(undefined);
  }

  #over(fault: ExchangeFault | undefined): void {
    if (this.#isOver) return;
    // The parser may still have bytes that arrived in the same packet, before the fault.
    this.#response?.read();
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#request.socket?.off('data', this.#peek);
    this.#request.destroy();
    this.#settle(fault);
  }
}

function endAfter(fault: ExchangeFault, response: IncomingMessage | undefined): ResponseEnd {
  if (fault.kind === 'timeout') return 'stalled';
  if (fault.kind !== 'not_http') return 'cut_off';
  if (fault.code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return response?.complete ? 'too_long' : 'malformed';
}

/** If several addresses failed, returns the first code. */
function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return 'EUNKNOWN';
}
