import type { Socket } from 'node:net';
import type { AttemptTimings, ResponseEnd } from '@/db/schema/webhooks';
import { retryAfterMs } from '@/lib/domain/retry-schedule';
import { Answer, requestBytes } from './exchange';
import { ExchangeFault, type Fault } from './fault';
import { openSocket, secureSocket } from './open-socket';
import { type Resolve, resolverFor } from './resolve-host';
import { locateTarget } from './target-guard';
import { inspectUrl, type TargetPolicy } from './target-url';

/** Time limits in ms and read limits in bytes of one exchange. */
export interface ExchangeLimits {
  readonly dnsMs: number;
  readonly connectMs: number;
  readonly tlsMs: number;
  /** From the request to the end of the answer's status line. */
  readonly firstByteMs: number;
  /** From the DNS look-up to the end of the status line. */
  readonly totalMs: number;
  /** For the rest of the answer, which is only for the record. */
  readonly restMs: number;
  readonly readBytes: number;
  /** The number of body bytes to store. */
  readonly keepBytes: number;
}

export const EXCHANGE_LIMITS: ExchangeLimits = {
  dnsMs: 2_000,
  connectMs: 3_000,
  tlsMs: 3_000,
  firstByteMs: 15_000,
  // With `restMs` less than a lease and than the drain of a shutdown.
  totalMs: 18_000,
  restMs: 1_000,
  readBytes: 16_384,
  keepBytes: 4_096,
};

const MAX_KEPT_HEADER_BYTES = 8_192;

export interface SignedRequest {
  readonly url: string;
  /** Sent as UTF-8, exactly as signed. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface SendOptions {
  readonly policy: TargetPolicy;
  readonly now: Date;
  readonly limits?: ExchangeLimits | undefined;
  readonly resolve?: Resolve | undefined;
  /** Certificate authorities to trust instead of the system's, PEM. */
  readonly ca?: string | undefined;
}

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

/**
 * Sends one signed request over a new connection: to a checked address only, without redirects,
 * proxies or cookies, within the limits. Returns faults of the endpoint as values and rejects only
 * for our own faults.
 */
export async function send(request: SignedRequest, options: SendOptions): Promise<ExchangeResult> {
  const progress = new Progress(options.limits ?? EXCHANGE_LIMITS);
  try {
    await converse(request, options, progress);
    return progress.result(options.now, undefined);
  } catch (error) {
    if (!(error instanceof ExchangeFault)) throw error;
    return progress.result(options.now, error.fault);
  } finally {
    progress.socket?.destroy();
  }
}

/** The result of an attempt that could not begin. */
export function notSent(fault: Fault, now: Date): ExchangeResult {
  return new Progress(EXCHANGE_LIMITS).result(now, fault);
}

async function converse(request: SignedRequest, options: SendOptions, progress: Progress) {
  const { limits } = progress;
  const verdict = inspectUrl(request.url, options.policy);
  if (verdict.kind === 'refused') {
    throw new ExchangeFault({ kind: 'blocked', refusal: verdict.refusal });
  }
  const { target } = verdict;
  const resolve = options.resolve ?? resolverFor(options.policy);
  const located = await progress.time('dnsMs', () =>
    locateTarget(target, options.policy, resolve, progress.within(limits.dnsMs)),
  );
  if (located.kind === 'refused') {
    throw new ExchangeFault({ kind: 'blocked', refusal: located.refusal });
  }
  if (located.kind === 'unresolved') {
    const late = located.code === 'ETIMEOUT';
    throw new ExchangeFault(
      late ? { kind: 'timeout', stage: 'dns' } : { kind: 'dns', code: located.code },
    );
  }
  const plain = await progress.time('connectMs', () =>
    openSocket(target, located.addresses, progress.within(limits.connectMs)),
  );
  progress.socket = plain;
  progress.remoteAddress = plain.remoteAddress ?? null;
  const socket = target.secure
    ? await progress.time('tlsMs', () =>
        secureSocket(plain, target, progress.within(limits.tlsMs), options.ca),
      )
    : plain;
  progress.socket = socket;
  const body = Buffer.from(request.body, 'utf8');
  const answer = new Answer(socket, limits);
  socket.write(requestBytes(target, request.headers, body));
  progress.status = await progress.time('firstByteMs', () =>
    answer.status(progress.within(limits.firstByteMs)),
  );
  progress.responseEnd = await answer.rest(limits.restMs);
  progress.headers = answer.head.headers;
  progress.bodyHead = answer.bodyHead;
}

/** The exchange so far; a fault at any stage keeps the earlier results. */
class Progress {
  readonly limits: ExchangeLimits;
  socket: Socket | undefined;
  remoteAddress: string | null = null;
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
