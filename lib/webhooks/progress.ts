import type { Socket } from 'node:net';
import type { AttemptTimings, ResponseEnd } from '@/db/schema/webhooks';
import { retryAfterMs } from '@/lib/domain/retry-schedule';
import type { ExchangeLimits } from './exchange-limits';
import type { Fault } from './fault';

const MAX_KEPT_HEADER_BYTES = 8_192;

/** The result of one exchange. */
export interface ExchangeResult {
  /** The status line of a 2xx answer arrived. */
  readonly ok: boolean;
  readonly status: number | null;
  readonly timings: AttemptTimings;
  readonly remoteAddress: string | null;
  /** Response headers by lower-case name, without cookies, 8 KiB at most. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first bytes of the body, as far as it came. */
  readonly bodyHead: Buffer;
  /** Null without a status. */
  readonly responseEnd: ResponseEnd | null;
  readonly retryAfterMs: number | undefined;
  /** Why there is no status; undefined with one. */
  readonly fault: Fault | undefined;
}

type Stage = 'dnsMs' | 'connectMs' | 'tlsMs' | 'firstByteMs';

/** The exchange so far; a fault at any stage keeps the earlier results. */
export class Progress {
  readonly limits: ExchangeLimits;
  /** The socket in use. */
  socket: Socket | undefined;
  remoteAddress: string | null = null;
  /** Whether the endpoint was asked to leave the connection open. */
  persistent = false;
  /** Whether the request was sent twice. */
  resent = false;
  status: number | null = null;
  headers: ReadonlyMap<string, string> = new Map();
  bodyHead: Buffer = Buffer.alloc(0);
  responseEnd: ResponseEnd | null = null;
  readonly #began = performance.now();
  /** In ms. */
  readonly #durations: Record<Stage, number | null> = {
    dnsMs: null,
    connectMs: null,
    tlsMs: null,
    firstByteMs: null,
  };
  #stage: Stage | undefined;
  #stageBegan = 0;

  constructor(limits: ExchangeLimits) {
    this.limits = limits;
  }

  /** Begins a stage. One that ends with a fault is under way until the next, or the result. */
  begin(stage: Stage): void {
    this.end();
    this.#stage = stage;
    this.#stageBegan = performance.now();
  }

  /** Ends the stage that is under way, if any. */
  end(): void {
    const stage = this.#stage;
    if (stage) this.#durations[stage] = Math.round(performance.now() - this.#stageBegan);
    this.#stage = undefined;
  }

  /** A stage's limit, at most the time left for the whole exchange. */
  within(limitMs: number): number {
    const left = this.limits.totalMs - (performance.now() - this.#began);
    return Math.max(0, Math.min(limitMs, left));
  }

  result(now: Date, fault: Fault | undefined): ExchangeResult {
    this.end();
    const { status, headers, bodyHead, responseEnd, remoteAddress } = this;
    const { dnsMs, connectMs, tlsMs, firstByteMs } = this.#durations;
    return {
      ok: status !== null && status >= 200 && status < 300,
      status,
      timings: {
        dnsMs,
        connectMs,
        tlsMs,
        firstByteMs,
        totalMs: Math.round(performance.now() - this.#began),
        persistent: this.persistent || undefined,
        resent: this.resent || undefined,
      },
      remoteAddress,
      headers: keptHeaders(headers),
      bodyHead,
      responseEnd,
      retryAfterMs: retryAfterMs(headers.get('retry-after'), now),
      fault,
    };
  }
}

/** An endpoint's cookies are its own secrets, so they are not stored. */
function keptHeaders(headers: ReadonlyMap<string, string>): Record<string, string> {
  const kept: [string, string][] = [];
  let bytes = 0;
  for (const [name, value] of headers) {
    const size = name.length + value.length;
    if (name === 'set-cookie' || bytes + size > MAX_KEPT_HEADER_BYTES) continue;
    bytes += size;
    kept.push([name, value]);
  }
  return Object.fromEntries(kept);
}
