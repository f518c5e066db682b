import type { z } from 'zod';
import { PAGE_MERCHANT_HEADER } from '@/lib/domain/page-merchant-header';
import type { ResponseOf } from '@/lib/http/response';
import type { AnyRoute } from '@/lib/http/table';
import { isProblem, RequestError } from './request-error';

/** The types of the dashboard's routes by method and path, taken from the server's table. */
type Table = {
  [R in Extract<AnyRoute, { readonly who: 'member' }> as `${R['method']} ${R['path']}`]: R;
};

/** Such as `GET /api/dashboard/payments/{id}`. */
export type ApiEndpoint = keyof Table;
export type ReadEndpoint = Extract<ApiEndpoint, `GET ${string}`>;
export type ChangeEndpoint = Exclude<ApiEndpoint, ReadEndpoint>;

export type ApiEndpointResponse<E extends ApiEndpoint> = ResponseOf<
  NonNullable<Table[E]['answer']>
>;
export type ApiEndpointBody<E extends ApiEndpoint> = z.input<NonNullable<Table[E]['body']>>;

export type ApiEndpointInput<E extends ApiEndpoint> = (E extends `${string}{id}${string}`
  ? { readonly id: string }
  : { readonly id?: never }) &
  (E extends ReadEndpoint ? { readonly search?: string } : { readonly search?: never }) &
  (ApiEndpointBody<E> extends Readonly<Record<string, never>>
    ? { readonly body?: never }
    : { readonly body: ApiEndpointBody<E> });

const READ_TIMEOUT_MS = 20_000;
/** A change may send a test webhook and wait about 21 s for the response. */
const CHANGE_TIMEOUT_MS = 40_000;
/** An import reads every invoice from the other server. */
const IMPORT_TIMEOUT_MS = 600_000;

/** These endpoints change nothing. They use POST, because their input does not belong in a URL. */
const POSTS_THAT_READ: readonly ChangeEndpoint[] = [
  'POST /api/dashboard/imports/btcpay/check',
  'POST /api/dashboard/keys/preview',
  'POST /api/dashboard/webhooks/check',
];

/**
 * Sends a request to the dashboard's API.
 *
 * @throws RequestError if the server refuses the request, or the response does not arrive
 *   completely
 */
export async function callApi<E extends ApiEndpoint>(
  endpoint: E,
  {
    id,
    search,
    body,
  }: {
    readonly id?: string;
    readonly search?: string;
    readonly body?: unknown;
  } & ApiEndpointInput<E>,
  signal?: AbortSignal,
): Promise<ApiEndpointResponse<E>> {
  const [method = '', path = ''] = endpoint.split(' ');
  const url = path.replace('{id}', encodeURIComponent(id ?? ''));
  const reads = method === 'GET' || POSTS_THAT_READ.some((one) => one === endpoint);
  const isImport = path.startsWith('/api/dashboard/imports/');
  const timeout = AbortSignal.timeout(
    isImport ? IMPORT_TIMEOUT_MS : reads ? READ_TIMEOUT_MS : CHANGE_TIMEOUT_MS,
  );
  const response = await fetch(search === undefined ? url : `${url}?${search}`, {
    method,
    signal: signal ? eitherOf(signal, timeout) : timeout,
    ...(method !== 'GET' && {
      headers: { 'content-type': 'application/json', ...merchantOf(path) },
      body: JSON.stringify(body ?? {}),
    }),
  }).catch(withoutAnswer(reads, 'unreachable'));
  const requestId = response.headers.get('x-request-id') ?? undefined;
  // The connection may break after the headers have arrived.
  const answer = parse(await response.text().catch(withoutAnswer(reads, 'cut_off')));
  if (!response.ok) throw refusal(response.status, requestId, answer);
  if (answer !== undefined) return answer as ApiEndpointResponse<E>;
  throw new RequestError(
    'The server sent a response that this page cannot read. Reload the page.',
    {
      code: 'not_understood',
      status: response.status,
      requestId,
    },
  );
}

/**
 * Returns a signal that aborts with the first of `signals`, because `AbortSignal.any` is missing
 * before Safari 17.4 and Firefox 124.
 */
function eitherOf(...signals: readonly AbortSignal[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    const abort = () => either.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { signal: either.signal });
  }
  return either.signal;
}

/**
 * Returns a header that names the merchant whose data the page shows. Requests that switch the
 * merchant or sign out do not need it.
 */
function merchantOf(path: string): Record<string, string> {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${PAGE_MERCHANT_HEADER}"]`);
  if (!meta || path.startsWith('/api/dashboard/session')) return {};
  return { [PAGE_MERCHANT_HEADER]: meta.content };
}

type Lost = 'unreachable' | 'cut_off';

/**
 * Messages for a read without a response. A change has another message, because the server may have
 * made the change.
 */
const LOST_READ: Readonly<Record<Lost, string>> = {
  unreachable: 'The server cannot be reached.',
  cut_off: 'The connection was lost before the whole response arrived. Reload the page.',
};
const LOST_CHANGE = 'This may or may not have been done. Check before you try again.';

/**
 * Returns a handler that turns a lost response into `RequestError`. It rethrows an abort, because
 * the component that sent the request no longer exists.
 */
const withoutAnswer = (reads: boolean, code: Lost) => (error: unknown) => {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new RequestError(reads ? LOST_READ[code] : LOST_CHANGE, { code, status: 0 });
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(status: number, requestId: string | undefined, problem: unknown): RequestError {
  if (!isProblem(problem)) {
    const code = 'no_problem';
    return new RequestError(`The server returned ${status}.`, { code, status, requestId });
  }
  return new RequestError(problem.detail, {
    code: problem.code,
    status,
    requestId: problem.request_id,
    fields: Object.fromEntries(
      (problem.errors ?? []).map(({ pointer, message }) => [pointer.replace(/^\//, ''), message]),
    ),
  });
}
