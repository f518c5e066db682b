import type { IncomingHttpHeaders } from 'node:http';
import type { AttemptTimings, ResponseEnd } from '@/db/schema/webhooks';
import { retryAfterMs } from '@/lib/domain/retry-schedule';
import type { TargetRefusal } from './target-url';

/** Limits of one exchange: times in ms, and the number of bytes to read. */
export interface ExchangeLimits {
  readonly dnsMs: number;
  readonly connectMs: number;
  readonly tlsMs: number;
  /** Time limit from the sending of the request to the end of the response's status line. */
  readonly firstByteMs: number;
  /** Time limit from the DNS look-up to the end of the status line. */
  readonly totalMs: number;
  /** Time limit for the rest of the response, which is only recorded. */
  readonly restMs: number;
  readonly readBytes: number;
  /** Maximum number of bytes of the body to store. */
  readonly keepBytes: number;
}

export const EXCHANGE_LIMITS: ExchangeLimits = {
  dnsMs: 2_000,
  connectMs: 3_000,
  tlsMs: 3_000,
  firstByteMs: 15_000,
  // The sum of totalMs and restMs must stay below the lease and the shutdown timeout.
  totalMs: 18_000,
  restMs: 1_000,
  readBytes: 16_384,
  keepBytes: 4_096,
};

/** The stages of an exchange, in their order. Each has a time limit. */
export type Stage = 'dns' | 'connect' | 'tls' | 'first_byte';

/**
 * The fault that ended an exchange before its status line. An error after that line is not a fault.
 */
export type Fault =
  /** The rules for targets refused the URL, so no socket was opened. */
  | { readonly kind: 'blocked'; readonly refusal: TargetRefusal }
  /** No signing secret could be read, so no socket was opened. */
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'timeout'; readonly stage: Stage }
  | { readonly kind: 'dns'; readonly code: string }
  | { readonly kind: 'connect'; readonly code: string }
  | { readonly kind: 'tls'; readonly code: string }
  /** The connection closed early. */
  | { readonly kind: 'reset'; readonly code: string }
  /** The response does not begin with a status line. */
  | { readonly kind: 'not_http'; readonly code: string };

const MAX_KEPT_HEADER_BYTES = 8_192;
/** Matches control characters, which cannot be stored or shown. */
const UNSTORABLE = /[^\P{Cc}\t]/gu;

export interface ExchangeResult {
  /** Whether the status line of a 2xx response arrived. */
  readonly ok: boolean;
  readonly status: number | null;
  readonly timings: AttemptTimings;
  readonly remoteAddress: string | null;
  /** The response's headers by lower-case name, without cookies and up to 8 KiB. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first bytes of the body, as far as they arrived. */
  readonly bodyHead: Buffer;
  /** How the response ended; null if there is no status. */
  readonly responseEnd: ResponseEnd | null;
  readonly retryAfterMs: number | undefined;
  /** The fault that left the exchange without a status; undefined if the endpoint sent one. */
  readonly fault: Fault | undefined;
}

const DURATIONS = {
  dns: 'dnsMs',
  connect: 'connectMs',
  tls: 'tlsMs',
  first_byte: 'firstByteMs',
} as const satisfies Record<Stage, keyof ExchangeLimits & keyof AttemptTimings>;

/**
 * The state of an exchange. After a fault at any stage, it still has the results of earlier stages.
 */
export class ExchangeProgress {
  readonly limits: ExchangeLimits;
  remoteAddress: string | null = null;
  /** Whether the request let the endpoint leave the connection open. */
  persistent = false;
  /** Whether the request was sent twice. */
  resent = false;
  /** The stage that began last. */
  stage: Stage = 'dns';
  status: number | null = null;
  headers: IncomingHttpHeaders = {};
  bodyHead: Buffer = Buffer.alloc(0);
  responseEnd: ResponseEnd | null = null;
  readonly #began = performance.now();
  /** The durations of the stages, in ms. */
  readonly #durations: Partial<Record<Stage, number>> = {};
  #stageBegan: number | undefined;

  constructor(limits: ExchangeLimits) {
    this.limits = limits;
  }

  /**
   * Begins a stage. If the stage fails, its duration counts until the next stage begins or the
   * result is made.
   *
   * @returns its time limit in ms, which is at most the time that is left for the whole exchange
   */
  begin(stage: Stage): number {
    this.end();
    const now = performance.now();
    this.stage = stage;
    this.#stageBegan = now;
    const left = this.limits.totalMs - (now - this.#began);
    return Math.max(0, Math.min(this.limits[DURATIONS[stage]], left));
  }

  end(): void {
    if (this.#stageBegan === undefined) return;
    this.#durations[this.stage] = Math.round(performance.now() - this.#stageBegan);
    this.#stageBegan = undefined;
  }

  /** Stores a part of the body, up to the limit. */
  keep(chunk: Buffer): void {
    const { keepBytes } = this.limits;
    if (this.bodyHead.length >= keepBytes) return;
    this.bodyHead = Buffer.concat([this.bodyHead, chunk]).subarray(0, keepBytes);
  }

  result(now: Date, fault: Fault | undefined): ExchangeResult {
    this.end();
    const { status, headers, bodyHead, responseEnd, remoteAddress } = this;
    const { dns, connect, tls, first_byte: firstByte } = this.#durations;
    return {
      ok: status !== null && status >= 200 && status < 300,
      status,
      timings: {
        dnsMs: dns ?? null,
        connectMs: connect ?? null,
        tlsMs: tls ?? null,
        firstByteMs: firstByte ?? null,
        totalMs: Math.round(performance.now() - this.#began),
        persistent: this.persistent || undefined,
        resent: this.resent || undefined,
      },
      remoteAddress,
      headers: keptHeaders(headers),
      bodyHead,
      responseEnd,
      retryAfterMs: retryAfterMs(headers['retry-after'], now),
      fault,
    };
  }
}

/** Removes cookies, because they are secrets of the endpoint. */
function keptHeaders({ 'set-cookie': _cookies, ...headers }: IncomingHttpHeaders) {
  const kept: Record<string, string> = {};
  let bytes = 0;
  for (const [name, value] of Object.entries(headers)) {
    const text = String(value).replace(UNSTORABLE, '\u{fffd}');
    if (bytes + name.length + text.length > MAX_KEPT_HEADER_BYTES) continue;
    bytes += name.length + text.length;
    kept[name] = text;
  }
  return kept;
}
