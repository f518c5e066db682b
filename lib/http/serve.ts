import type { ApiKeyActor, Member } from '@/lib/domain/actor';
import { PAGE_MERCHANT_HEADER } from '@/lib/domain/page-merchant-header';
import { Problem } from '@/lib/domain/problems';
import { authenticateApiKey } from '@/lib/keys/authenticate-api-key';
import type { Api } from './api';
import type { ApiRequest, ApiResponse, BrowserSession } from './api-request';
import { noFields, readInput } from './input/read-input';
import { matchPath } from './match-path';
import { formatAllowHeader, routeFor } from './path-table';
import { authenticateKey, type RequestContext, runPipeline, SLOW_BODY_MS } from './pipeline';
import { problemResponse } from './problem-response';
import type { Resource } from './resource';
import { Reply, type Route } from './route';
import { requireSameOrigin } from './same-origin';

/** The response of a route that declares none. */
const DONE = { done: true };

const NO_SESSION: BrowserSession = { member: async () => undefined, end: async () => undefined };

/**
 * Serves a request to the API or to the dashboard's own routes. Never throws: errors become
 * problems with a request id.
 *
 * @param session the browser's session, if the server can read it
 */
export function serveApi(
  api: Api,
  resource: Resource,
  request: ApiRequest,
  session: BrowserSession = NO_SESSION,
): Promise<ApiResponse> {
  return runPipeline(api, resource, request, {
    reply: (context) => replyTo(context, resource, session),
    refusal: (problem, { requestId }) =>
      problemResponse(problem, requestId, api.env.appUrl, headersOf(problem, resource, request)),
  });
}

/** HTTP requires these headers: Allow with 405, a challenge with 401 (RFC 6750). */
function headersOf({ code }: Problem, resource: Resource, request: ApiRequest): Reply['headers'] {
  if (code === 'method_not_allowed') return { allow: formatAllowHeader(resource) };
  if (code !== 'unauthorized') return {};
  const invalid = request.headers.has('authorization') ? ' error="invalid_token"' : '';
  return { 'www-authenticate': `Bearer${invalid}` };
}

async function replyTo(
  context: RequestContext,
  resource: Resource,
  session: BrowserSession,
): Promise<Reply> {
  const { api, request, requestId, visitor, now } = context;
  const params = matchPath(resource.pattern, request.path);
  if (!params) throw new Problem('not_found', 'This path is not part of the API.');
  const route = routeFor(resource, request.method);
  if (!route) {
    const allow = formatAllowHeader(resource);
    if (request.method === 'OPTIONS') return new Reply(204, '', { allow });
    throw new Problem('method_not_allowed', `Use one of: ${allow}.`);
  }
  const known = await actorOf(context, route, session, now);
  const began = performance.now();
  const input = await readInput(request, wantedBy(route));
  // The key may have been revoked, or the member removed, while the body arrived slowly, so the
  // request is authorized again.
  const isSlow = performance.now() - began > SLOW_BODY_MS;
  const actor = isSlow ? await actorOf(context, route, session, api.clock()) : known;
  const given = { api, request, requestId, visitor, actor, session, params, ...input, now };
  const answer = await route.handle(given);
  return answer instanceof Reply ? answer : new Reply(200, JSON.stringify(answer ?? DONE));
}

/**
 * Returns the actor of a request, if the route permits it; undefined if the route is for anyone.
 *
 * @throws Problem `unauthorized`, `rate_limited`, `ip_not_allowed`; `cross_site_request`,
 *  `not_signed_in`
 */
async function actorOf(
  context: RequestContext,
  { who, method }: Route,
  session: BrowserSession,
  now: Date,
): Promise<ApiKeyActor | Member | undefined> {
  const { api, request, requestId } = context;
  if (who === 'anyone') return undefined;
  if (who === 'member') {
    if (method !== 'GET') requireSameOrigin(request.headers, api.env.appUrl);
    const member = await session.member();
    if (!member) throw new Problem('not_signed_in', 'Sign in, then try again.');
    assertSameMerchant(request.headers.get(PAGE_MERCHANT_HEADER), member);
    return { ...member, requestId };
  }
  const authorization = request.headers.get('authorization');
  return authenticateKey(context, (onKnown) =>
    authenticateApiKey(api.db, authorization, now, onKnown),
  );
}

/**
 * A member may have switched to another merchant since the form's page was loaded. The form is
 * meant for the earlier merchant, so it is refused.
 */
function assertSameMerchant(merchantId: string | undefined, member: Member): void {
  if (merchantId === undefined || merchantId === member.merchantId) return;
  throw new Problem(
    'forbidden',
    'You have switched to another merchant since this page was loaded. Reload it.',
  );
}

/**
 * Returns which parts of a request to read. A member's change must be JSON, because forms on other
 * sites cannot send JSON.
 */
function wantedBy({ who, method, query, body, bodyMayBeMissing, maxBodyBytes, docs }: Route) {
  const required = who === 'member' || (body !== undefined && !bodyMayBeMissing);
  const bodyIs = method === 'GET' ? 'none' : required ? 'required' : 'optional';
  return {
    // Routes for anyone define no parameters, and ignore all parameters of a request.
    query: query ?? (who === 'anyone' ? undefined : noFields),
    body: body ?? noFields,
    bodyIs,
    maxBodyBytes,
    idempotent: docs?.headers?.['Idempotency-Key'] !== undefined,
  } as const;
}
