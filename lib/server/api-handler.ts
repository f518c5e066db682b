import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { greenfieldRoutesAt, serveGreenfield } from '@/lib/greenfield/serve';
import { sharedApi } from '@/lib/http/adapt';
import { resourceAt } from '@/lib/http/resource';
import { serveApi } from '@/lib/http/serve';
import { isForApi, isForGreenfield } from './requests';
import { runInRequestSpan } from './tracing/span';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** `ctx` is the context that a serverless host would pass (Next.js, "Invoking Entrypoints"). */
type Entrypoint = (...given: [...Parameters<Handler>, ctx: object]) => Promise<unknown>;

/** The methods that Next.js supports. It responds to others with 400 and no body. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const pathOf = ({ url = '' }: IncomingMessage) => url.split(/[?#]/, 1)[0] ?? '';

/**
 * Serves both APIs by calling their built route handlers. Next.js's router would take a quarter of
 * the processor time of a request that creates a payment. Next.js must be prepared first.
 *
 * @param others responds to every other request
 */
export function createApiHandler(others: Handler): Handler {
  const answerV1 = traced('v1', (path) => resourceAt(path).pattern);
  const answerGreenfield = traced('api/v1', (path) => greenfieldRoutesAt(path)?.pattern ?? 'none');
  return (request, response) => {
    if (isForApi(request)) return answerV1(request, response);
    return (isForGreenfield(request) ? answerGreenfield : others)(request, response);
  };
}

/**
 * Returns a handler that calls the built catch-all route of a folder in app. The span of each
 * request is named after its route.
 */
function traced(folder: string, routeAt: (path: string) => string): Handler {
  const file = join(process.cwd(), '.next', 'server', 'app', folder, '[[...path]]', 'route.js');
  const { handler }: { handler: Entrypoint } = createRequire(import.meta.url)(file);
  return (request, response) => {
    const { method = '' } = request;
    const route = routeAt(pathOf(request));
    const facts = { 'http.method': method, 'http.route': route };
    return runInRequestSpan(`${method} ${route}`, facts, async (note) => {
      await handler(request, response, {});
      note({
        'http.status_code': response.statusCode,
        'request.id': String(response.getHeader('x-request-id')),
      });
    });
  };
}

/**
 * Refuses a method that Next.js does not support in the same way as other wrong methods: with 405
 * and Allow, or with 404.
 *
 * @returns whether the method is refused
 */
export function refuseUnknownMethod(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = '', socket } = request;
  const isBtcpay = isForGreenfield(request);
  if (METHODS.has(method) || !(isBtcpay || isForApi(request))) return false;
  const path = pathOf(request);
  const asked = {
    method,
    path,
    query: new URLSearchParams(),
    headers: new Map<string, string>(),
    body: undefined,
    peer: socket.remoteAddress ?? '',
  };
  const api = sharedApi();
  const answer = isBtcpay ? serveGreenfield(api, asked) : serveApi(api, resourceAt(path), asked);
  void answer.then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
  return true;
}
