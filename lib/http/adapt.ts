import { PEER_HEADER } from '@/lib/net/client-ip';
import { oncePerProcess } from '@/lib/once-per-process';
import { runtime } from '@/lib/runtime';
import { type Api, createApi } from './api';
import type { ApiRequest, ApiResponse } from './api-request';
import type { Resource } from './resource';
import { serve } from './serve';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

type Handler = (request: Request) => Promise<Response>;

/** The API of this process, whose limits count all of its requests. */
export function processApi(): Api {
  const own = runtime();
  return oncePerProcess('api', () => createApi(own), own);
}

/** Handlers of a Next.js route. All methods are ours, so that a 405 is ours too. */
export function adapt(resource: Resource): Record<(typeof METHODS)[number], Handler> {
  const handler: Handler = async (request) =>
    toResponse(await serve(processApi(), resource, fromRequest(request)));
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

/** A request of the web server as the API sees it. */
export function fromRequest(request: Request): ApiRequest {
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

function toResponse({ status, headers, body }: ApiResponse): Response {
  return new Response(body === '' ? null : body, { status, headers });
}
