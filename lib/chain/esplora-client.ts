import { setTimeout as sleep } from 'node:timers/promises';
import { retryAfterMs } from '@/lib/domain/retry-schedule';
import { SourceError } from './source';

/** What a server said to one question. */
export type EsploraAnswer =
  | { readonly kind: 'found'; readonly body: Buffer }
  /** It knows of no such thing. */
  | { readonly kind: 'unknown' }
  /** It does not answer this question, while others may go well. */
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'too_large' };

export interface Limits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

export interface EsploraClient {
  /**
   * @param path below the base URL, beginning with a slash
   * @throws SourceError when the server cannot be reached, is overloaded or wants to be left alone
   */
  get(path: string, limits: Limits): Promise<EsploraAnswer>;
  /** For errors: what the server is called, without credentials, path or query. */
  readonly name: string;
}

export interface ClientOptions {
  readonly clock: () => Date;
  /** Pause between two requests, in ms: public servers count them by the second. */
  readonly gapMs: number;
  /** A limit below those of the questions. */
  readonly timeoutMs?: number;
}

/** How long a server that says "too many requests" is left alone, unless it asks for more. */
const RATE_LIMITED_MS = 60_000;
const ERROR_TEXT_BYTES = 1_000;

/**
 * HTTP to an Esplora server. Redirects are not followed, certificates are checked, and nothing is
 * asked while the server has told us to wait.
 */
export function createEsploraClient(url: URL, options: ClientOptions): EsploraClient {
  const { clock, gapMs, timeoutMs: patience = Number.POSITIVE_INFINITY } = options;
  const name = url.host;
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  const headers = { accept: 'application/json, text/plain, */*', ...authorization(url) };
  let silence: { until: number; error: SourceError } | undefined;
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
    // mempool's own backend passes its node's errors on as 500.
    if (status === 404 || (status === 500 && /not found|out of range/i.test(text))) {
      return 'unknown';
    }
    const error = faultOf(response, name, clock());
    if (!error) return 'refused';
    if (error.retryAfterMs) silence = { until: clock().getTime() + error.retryAfterMs, error };
    throw error;
  }

  return {
    name,
    async get(path, { maxBytes, timeoutMs }) {
      if (silence && clock().getTime() < silence.until) throw silence.error;
      await waitForTurn();
      const signal = AbortSignal.timeout(Math.min(timeoutMs, patience));
      try {
        const target = `${base}${path}${url.search}`;
        const response = await fetch(target, { headers, signal, redirect: 'manual' });
        const body = await readUpTo(response, response.ok ? maxBytes : ERROR_TEXT_BYTES);
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

function authorization(url: URL): { authorization?: string } {
  if (!url.username && !url.password) return {};
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** The whole body, or undefined when it is larger than that. */
async function readUpTo(response: Response, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function faultOf(response: Response, name: string, now: Date): SourceError | undefined {
  const { status } = response;
  const asked = retryAfterMs(response.headers.get('retry-after') ?? undefined, now);
  if (status === 429) {
    return new SourceError('rate_limited', `the server at ${name} says: too many requests`, {
      retryAfterMs: Math.max(asked ?? 0, RATE_LIMITED_MS),
    });
  }
  if (status >= 500) {
    return new SourceError('unreachable', `the server at ${name} answers ${status}`, {
      ...(asked ? { retryAfterMs: asked } : {}),
    });
  }
  if (status === 401 || status === 403) {
    return new SourceError('unauthorized', `the server at ${name} refuses us (${status})`);
  }
  if (status >= 300 && status < 400) {
    return new SourceError(
      'bad_answer',
      `the server at ${name} redirects; set the address that it redirects to`,
    );
  }
  return undefined;
}

function unreachable(name: string, timedOut: boolean, cause: unknown): SourceError {
  const code = (cause as { cause?: { code?: unknown } }).cause?.code;
  const why = timedOut ? ' in time' : typeof code === 'string' ? ` (${code})` : '';
  return new SourceError('unreachable', `no answer from the server at ${name}${why}`, { cause });
}
