import { PEER_HEADER } from '@/lib/net/client-ip';
import { oncePerProcess } from '@/lib/once-per-process';
import { runtime } from '@/lib/runtime';
import { type Api, createApi } from './api';
import type { ApiRequest, ApiResponse, BrowserSession } from './api-request';
import { resourceAt } from './resource';
import { serveApi } from './serve';

type Handler = (request: Request) => Promise<Response>;
type Handlers = Readonly<
  Record<'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS', Handler>
>;

/** Returns the API that this whole process shares, so that its rate limits cover all requests. */
export function sharedApi(): Api {
  const own = runtime();
  return oncePerProcess('api', () => createApi(own), own);
}

/**
 * Returns the handlers of a Next.js catch-all route, which serve every route in the table.
 *
 * @param session the browser's session, for members' routes
 */
export function createApiHandlers(session?: BrowserSession): Handlers {
  return createRequestHandlers((api, request) =>
    serveApi(api, resourceAt(request.path), request, session),
  );
}

/**
 * Returns handlers that pass each request to `answer`. They cover all methods, because a 405
 * response has our own body too.
 */
export function createRequestHandlers(
  answer: (api: Api, request: ApiRequest) => Promise<ApiResponse>,
): Handlers {
  const handler: Handler = async (request) =>
    toResponse(await answer(sharedApi(), fromRequest(request)));
  return {
    GET: handler,
    HEAD: handler,
    POST: handler,
    PUT: handler,
    PATCH: handler,
    DELETE: handler,
    OPTIONS: handler,
  };
}

function fromRequest(request: Request): ApiRequest {
  const url = new URL(request.url);
  const headers = new Map(request.headers);
  return {
    method: request.method,
    path: url.pathname,
    query: url.searchParams,
    headers,
    body: request.body ?? undefined,
    peer: headers.get(PEER_HEADER) || '127.0.0.1',
  };
}

function toResponse({ status, headers, body, stream }: ApiResponse): Response {
  return new Response(stream ?? (body === '' ? null : body), { status, headers });
}
