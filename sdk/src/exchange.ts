import { ApiError, ConnectionError } from './errors.js';

export interface HttpRequestSettings {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly backOffMs: number;
  readonly fetch: typeof fetch;
}

export interface PreparedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the request is safe to repeat. */
  readonly repeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpTextReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const MAX_BACK_OFF_MS = 8_000;
/** If the server requests a longer pause, the error is thrown immediately. */
const MAX_RETRY_AFTER_MS = 30_000;

/**
 * Sends a request, and retries it if that is safe and can help.
 *
 * @throws ApiError for every response that is neither 2xx nor 304
 * @throws ConnectionError if there is no response
 * @throws the reason of the caller's signal, if that signal aborted the request
 */
export async function sendWithRetries(
  settings: HttpRequestSettings,
  request: PreparedRequest,
): Promise<HttpTextReply> {
  for (let retries = 0; ; retries += 1) {
    const outcome = await attempt(settings, request);
    if (!(outcome instanceof Error)) return outcome;
    const waitMs = waitBefore(outcome, request, settings.backOffMs * 2 ** retries);
    if (retries >= settings.maxRetries || waitMs === undefined) throw outcome;
    await pause(waitMs, request.signal);
  }
}

/** Returns the pause before a retry, in ms; undefined if the request must not be retried. */
function waitBefore(
  outcome: ApiError | ConnectionError,
  { repeatable }: PreparedRequest,
  backOffMs: number,
): number | undefined {
  // A random pause spreads the retries of requests that failed together.
  const own = Math.random() * Math.min(backOffMs, MAX_BACK_OFF_MS);
  if (outcome instanceof ConnectionError) return repeatable ? own : undefined;
  const { status, code, retryAfterMs = 0 } = outcome;
  // The server refused the request before it did anything.
  const notDone = status === 429;
  // The request may have taken effect, or an earlier attempt may still be running.
  const undecided = status >= 500 || code === 'idempotency_in_progress';
  const again = notDone || (repeatable && undecided);
  return again && retryAfterMs <= MAX_RETRY_AFTER_MS ? Math.max(own, retryAfterMs) : undefined;
}

async function attempt(
  { baseUrl, apiKey, timeoutMs, fetch }: HttpRequestSettings,
  { method, path, body, headers, signal }: PreparedRequest,
): Promise<HttpTextReply | ApiError | ConnectionError> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const request = new Request(`${baseUrl}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // The API never redirects, and following a redirect would turn a POST into a GET.
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  try {
    const response = await fetch(request);
    const text = await response.text();
    return response.ok || response.status === 304
      ? { status: response.status, headers: response.headers, text }
      : new ApiError(response.status, response.headers, text);
  } catch (cause) {
    signal?.throwIfAborted();
    return new ConnectionError(timeout.aborted ? 'timeout' : 'network', baseUrl, cause);
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
