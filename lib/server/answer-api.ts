import type { IncomingMessage, ServerResponse } from 'node:http';
import { processApi } from '@/lib/http/adapt';
import type { ApiRequest, ApiResponse } from '@/lib/http/api-request';
import { dropRest } from '@/lib/http/drop-rest';
import { nothing, type Resource, resourceAt } from '@/lib/http/resource';
import { serve } from '@/lib/http/serve';
import { requestSpan } from '@/lib/server/tracing/span';

/** Next.js answers any other method with 400 and no body. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** A literal path: without escapes, dots or a scheme and host. */
const PLAIN_PATH = /^\/v1(?:\/[\w-]+)+$/;

/** Whether a request is for the API, with a method that only the API's own 404 and 405 answer. */
export function hasUnusualMethod({ method = '', url = '' }: IncomingMessage): boolean {
  return /^\/v1(?:[/?#]|$)/.test(url) && !METHODS.has(method);
}

/** Whether a request is for the API, with a literal path. */
export function isForApi({ url = '' }: IncomingMessage): boolean {
  if (!url.startsWith('/v1/') || url.includes('#')) return false;
  const { path } = splitUrl(url);
  return PLAIN_PATH.test(path) && resourceAt(path) !== nothing;
}

/**
 * Answers a request to the API with the same code as the route handlers in app/v1, but without
 * Next.js, whose overhead exceeds the cost of the API itself. Never rejects.
 */
export async function answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const asked = fromIncoming(request);
    const resource = resourceAt(asked.path);
    const { status, headers, body } = await traced(asked, resource);
    response.writeHead(status, {
      ...headers,
      ...(body === '' ? {} : { 'content-length': Buffer.byteLength(body) }),
    });
    response.end(body);
    dropRest(request);
  } catch {
    // The connection is lost, so there is no one to answer.
    response.destroy();
  }
}

/** The name under which Next.js traces the requests it answers. */
function traced(request: ApiRequest, resource: Resource): Promise<ApiResponse> {
  const { method } = request;
  const route = resource.pattern;
  return requestSpan(
    `${method} ${route}`,
    { 'http.method': method, 'http.route': route },
    async (note) => {
      const answer = await serve(processApi(), resource, request);
      note({ 'http.status_code': answer.status });
      return answer;
    },
  );
}

function fromIncoming(request: IncomingMessage): ApiRequest {
  const { method = 'GET', url = '', headers, socket } = request;
  const { path, query } = splitUrl(url);
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers: new Map(
      Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
    ),
    body: method === 'GET' || method === 'HEAD' ? undefined : request,
    peer: socket.remoteAddress || '127.0.0.1',
  };
}

function splitUrl(url: string): { readonly path: string; readonly query: string } {
  const mark = url.indexOf('?');
  return mark < 0
    ? { path: url, query: '' }
    : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}
