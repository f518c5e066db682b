import type { IncomingHttpHeaders } from 'node:http';
import type { AttemptTimings, ResponseEnd } from '@/db/schema/webhooks';
import { parseRetryAfterMs } from '@/lib/domain/retry-schedule';
import type { TargetRefusal } from './target-url';

export interface ExchangeLimits {
  readonly dnsMs: number;
  readonly connectMs: number;
  readonly tlsMs: number;
  /** From sending the request to the end of the response's status line. */
  readonly firstByteMs: number;
  /** From the DNS look-up to the end of the status line. */
  readonly totalMs: number;
  /** For the rest of the response, which is only recorded. */
  readonly restMs: number;
  readonly readBytes: number;
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

/** The stages in their order. Each has a time limit. */
export type ExchangeStage = 'dns' | 'connect' | 'tls' | 'first_byte';

/** What ended an exchange before its status line. A later error is not a fault. */
export type ExchangeFault =
  /** The rules for targets refused the URL, so no socket was opened. */
  | { readonly kind: 'blocked'; readonly refusal: TargetRefusal }
  /** No signing secret could be read, so no socket was opened. */
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'timeout'; readonly stage: ExchangeStage }
  | { readonly kind: 'dns'; readonly code: string }
  | { readonly kind: 'connect'; readonly code: string }
  | { readonly kind: 'tls'; readonly code: string }
  /** The connection closed early. */
  | { readonly kind: 'reset'; readonly code: string }
  /** The response does not begin with a status line. */
  | { readonly kind: 'not_http'; readonly code: string };

const MAX_KEPT_HEADER_BYTES = 8_192;
/** Control characters, which cannot be stored or shown. */
const UNSTORABLE = /[^\P{Cc}\t]/gu;

export interface ExchangeResult {
  /** Whether the status line of a 2xx response arrived. */
  readonly ok: boolean;
  readonly status: number | null;
  readonly timings: AttemptTimings;
  readonly remoteAddress: string | null;
  /** By lower-case name, without cookies, up to 8 KiB. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first bytes of the body that arrived, up to the limit. */
  readonly bodyHead: Buffer;
  /** How the response ended; null without a status. */
  readonly responseEnd: ResponseEnd | null;
  readonly retryAfterMs: number | undefined;
  /** Undefined if the endpoint sent a status. */
  readonly fault: ExchangeFault | undefined;
}

const DURATIONS = {
  dns: 'dnsMs',
  connect: 'connectMs',
  tls: 'tlsMs',
  first_byte: 'firstByteMs',
} as const satisfies Record<ExchangeStage, keyof ExchangeLimits & keyof AttemptTimings>;

/** The state of an exchange. After a fault, it still has the results of earlier stages. */
export class ExchangeProgress {
  readonly limits: ExchangeLimits;
  remoteAddress: string | null = null;
  stage: ExchangeStage = 'dns';
  status: number | null = null;
  headers: IncomingHttpHeaders = {};
  bodyHead: Buffer = Buffer.alloc(0);
  responseEnd: ResponseEnd | null = null;
  readonly #began = performance.now();
  /** In ms. */
  readonly #durations: Partial<Record<ExchangeStage, number>> = {};
  #stageBegan: number | undefined;

  constructor(limits: ExchangeLimits) {
    this.limits = limits;
  }

  /**
   * Begins a stage. A stage that fails lasts until the next stage begins or the result is made.
   *
   * @returns the stage's time limit in ms, at most the time left for the whole exchange
   */
  begin(stage: ExchangeStage): number {
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

  keep(chunk: Buffer): void {
    const { keepBytes } = this.limits;
    if (this.bodyHead.length >= keepBytes) return;
    this.bodyHead = Buffer.concat([this.bodyHead, chunk]).subarray(0, keepBytes);
  }

  result(now: Date, fault: ExchangeFault | undefined): ExchangeResult {
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
      },
      remoteAddress,
      headers: keptHeaders(headers),
      bodyHead,
      responseEnd,
      retryAfterMs: parseRetryAfterMs(headers['retry-after'], now),
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
