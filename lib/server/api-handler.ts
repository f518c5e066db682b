import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { processApi } from '@/lib/http/adapt';
import { resourceAt } from '@/lib/http/resource';
import { serve } from '@/lib/http/serve';
import { isForApi } from './requests';
import { requestSpan } from './tracing/span';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * A compiled route handler. `ctx` is the context that a serverless host would add (Next.js,
 * "Invoking Entrypoints").
 */
type Entrypoint = (...given: [...Parameters<Handler>, ctx: object]) => Promise<unknown>;

const ROUTE = join(process.cwd(), '.next', 'server', 'app', 'v1', '[[...path]]', 'route.js');
/** The methods that Next.js knows; it answers any other with 400 and no body. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const pathOf = ({ url = '' }: IncomingMessage) => url.split(/[?#]/, 1)[0] ?? '';

/**
 * The built route handler of app/v1, called without Next.js's router, which would take a quarter of
 * the processor time of a create. Next.js must be prepared first.
 */
export function builtApiHandler(): Handler {
  const { handler }: { handler: Entrypoint } = createRequire(import.meta.url)(ROUTE);
  return (request, response) => {
    const { method = '' } = request;
    const route = resourceAt(pathOf(request)).pattern;
    const facts = { 'http.method': method, 'http.route': route };
    return requestSpan(`${method} ${route}`, facts, async (note) => {
      await handler(request, response, {});
      note({
        'http.status_code': response.statusCode,
        'request.id': String(response.getHeader('x-request-id')),
      });
    });
  };
}

/**
 * Refuses a method that Next.js does not know with 405 and Allow, or 404, like any other wrong
 * method.
 */
export function refuseUnknownMethod(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = '', socket } = request;
  if (METHODS.has(method) || !isForApi(request)) return false;
  const path = pathOf(request);
  const asked = {
    method,
    path,
    query: new URLSearchParams(),
    headers: new Map<string, string>(),
    body: undefined,
    peer: socket.remoteAddress ?? '',
  };
  void serve(processApi(), resourceAt(path), asked).then(({ status, headers, body }) =>
    response.writeHead(status, headers).end(body),
  );
  return true;
}
