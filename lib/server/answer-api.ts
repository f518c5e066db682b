import type { IncomingMessage, ServerResponse } from 'node:http';
import { processApi } from '@/lib/http/adapt';
import type { ApiRequest, ApiResponse } from '@/lib/http/api-request';
import { dropRest } from '@/lib/http/drop-rest';
import { nothing, type Resource, resourceAt } from '@/lib/http/resource';
import { serve } from '@/lib/http/serve';
import { requestSpan } from '@/lib/tracing/span';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** A path that means what it says: nothing escaped, no dots, and not the end of an absolute URL. */
const PLAIN_PATH = /^\/v1(?:\/[\w-]+)+$/;

/** Whether a request is to a resource of the API, in a form that needs no interpretation. */
export function isForApi({ method = '', url = '' }: IncomingMessage): boolean {
  if (!url.startsWith('/v1/') || url.includes('#') || !METHODS.has(method)) return false;
  const { path } = splitUrl(url);
  return PLAIN_PATH.test(path) && resourceAt(path) !== nothing;
}

/**
 * Answers a request to the API by the same code as the route handlers in app/v1, without Next.js,
 * whose own path costs more than all that the API does. Never rejects.
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
    // Nothing is left to say over a connection that broke; the other end sees that it did.
    response.destroy();
  }
}

/** Next.js would trace what it answers under the same name. */
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
