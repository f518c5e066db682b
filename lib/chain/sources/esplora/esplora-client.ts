import { setTimeout as sleep } from 'node:timers/promises';
import { isStillWaiting } from '@/lib/domain/clock-skew';
import { parseRetryAfterMs } from '@/lib/domain/retry-schedule';
import { basicAuthorization } from '@/lib/net/basic-authorization';
import { readBodyUpTo } from '@/lib/net/read-body-up-to';
import { MAX_SOURCE_PAUSE_MS, SourceError } from '../../source';
import { connectionFault, credentialsFault } from '../http-faults';
import { createProxiedFetch } from './create-proxied-fetch';

export type EsploraResponse =
  | { readonly kind: 'found'; readonly body: Buffer }
  | { readonly kind: 'unknown' }
  /** The server fails for this request, but may respond to others. */
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'too_large' };

export interface ResponseLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

export interface EsploraClient {
  /**
   * @param path below the base URL, beginning with a slash
   * @throws SourceError when the server is unreachable or overloaded, or requests a pause
   */
  get(path: string, limits: ResponseLimits): Promise<EsploraResponse>;
  /** The server's name for errors, without credentials, path or query. */
  readonly name: string;
}

export interface EsploraClientOptions {
  readonly clock: () => Date;
  /** Between two requests. Public servers limit the requests per second. */
  readonly gapMs: number;
  readonly timeoutMs?: number;
  readonly proxy?: URL | undefined;
}

/** The pause after "too many requests", unless the server requests a longer one. */
const RATE_LIMITED_MS = 60_000;
const ERROR_TEXT_BYTES = 1_000;

/**
 * Returns a client that sends HTTP requests to an Esplora server. It does not follow redirects,
 * checks certificates, and sends nothing during a pause that the server has requested.
 */
export function createEsploraClient(url: URL, options: EsploraClientOptions): EsploraClient {
  const { clock, gapMs, timeoutMs: limitMs = Number.POSITIVE_INFINITY } = options;
  const name = url.host;
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  const headers = { accept: 'application/json, text/plain, */*', ...basicAuthorization(url) };
  const ask = options.proxy ? createProxiedFetch(options.proxy, url) : fetch;
  let silence: Silence | undefined;
  let free = 0;

  async function waitForTurn(): Promise<void> {
    const now = performance.now();
    const wait = free - now;
    free = Math.max(free, now) + gapMs;
    if (wait > 0) await sleep(wait);
  }

  function checked(response: Response, text: string): 'found' | 'unknown' | 'refused' {
    const { status } = response;
    if (status === 200) return 'found';
    // The backend of mempool.space returns status 500 for an item that its node does not find.
    if (status === 404 || (status === 500 && /not found|out of range/i.test(text))) {
      return 'unknown';
    }
    const error = faultOf(response, url, clock());
    if (!error) return 'refused';
    if (error.retryAfterMs) silence = { until: clock().getTime() + error.retryAfterMs, error };
    throw error;
  }

  return {
    name,
    async get(path, { maxBytes, timeoutMs }) {
      if (silence && isSilent(silence, clock())) throw silence.error;
      await waitForTurn();
      const signal = AbortSignal.timeout(Math.min(timeoutMs, limitMs));
      try {
        const target = `${base}${path}${url.search}`;
        const response = await ask(target, { headers, signal, redirect: 'manual' });
        const most = response.ok ? maxBytes : ERROR_TEXT_BYTES;
        const body = await readBodyUpTo(response, most, signal);
        const kind = checked(response, body?.toString('latin1') ?? '');
        if (kind === 'refused') return { kind, status: response.status };
        if (kind === 'unknown') return { kind };
        return body ? { kind, body } : { kind: 'too_large' };
      } catch (cause) {
        if (cause instanceof SourceError) throw cause;
        throw unreachable(name, signal.aborted, cause);
      }
    },
  };
}

interface Silence {
  readonly until: number;
  readonly error: SourceError;
}

function isSilent({ until, error: { retryAfterMs = 0 } }: Silence, now: Date): boolean {
  return isStillWaiting(until, retryAfterMs, now);
}

function faultOf(response: Response, url: URL, now: Date): SourceError | undefined {
  const { status } = response;
  const name = url.host;
  const named = parseRetryAfterMs(response.headers.get('retry-after') ?? undefined, now);
  const asked = named && Math.min(named, MAX_SOURCE_PAUSE_MS);
  if (status === 429) {
    return new SourceError('rate_limited', `the server at ${name} answers: too many requests`, {
      retryAfterMs: Math.max(asked ?? 0, RATE_LIMITED_MS),
    });
  }
  if (status >= 500) {
    return new SourceError('unreachable', `the server at ${name} answers ${status}`, {
      ...(asked ? { retryAfterMs: asked } : {}),
    });
  }
  if (status === 401) return credentialsFault(`server at ${name}`, url);
  if (status === 403) {
    return new SourceError(
      'address_refused',
      `the server at ${name} accepts no requests from this address (403)`,
    );
  }
  if (status >= 300 && status < 400) {
    return new SourceError(
      'bad_answer',
      `the server at ${name} redirects; configure the address it redirects to`,
    );
  }
  return undefined;
}

function unreachable(name: string, timedOut: boolean, cause: unknown): SourceError {
  if (timedOut) {
    return new SourceError('unreachable', `no answer from the server at ${name} in time`, {
      cause,
    });
  }
  return connectionFault('server', name, (cause as Error).cause ?? cause);
}
