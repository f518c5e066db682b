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
  readonly #stages: Partial<Record<keyof AttemptTimings, number>> = {};

  constructor(limits: ExchangeLimits) {
    this.limits = limits;
  }

  /** Runs one stage of the exchange and records its duration, also on a fault. */
  async time<T>(part: keyof AttemptTimings, run: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await run();
    } finally {
      this.#stages[part] = Math.round(performance.now() - began);
    }
  }

  /** A stage's limit, at most the time left for the whole exchange. */
  within(limitMs: number): number {
    const left = this.limits.totalMs - (performance.now() - this.#began);
    return Math.max(0, Math.min(limitMs, left));
  }

  result(now: Date, fault: Fault | undefined): ExchangeResult {
    const { status, headers, bodyHead, responseEnd, remoteAddress } = this;
    return {
      ok: status !== null && status >= 200 && status < 300,
      status,
      timings: {
        dnsMs: this.#stages.dnsMs ?? null,
        connectMs: this.#stages.connectMs ?? null,
        tlsMs: this.#stages.tlsMs ?? null,
        firstByteMs: this.#stages.firstByteMs ?? null,
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
