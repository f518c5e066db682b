import type { Visitor } from '@/lib/accounts/visitor';
import type { KeyActor, Member } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import { Problem, type ProblemCode } from '@/lib/domain/problems';
import { SHOWN_MERCHANT } from '@/lib/domain/shown-merchant';
import { authenticate, requireAllowedIp } from '@/lib/keys/authenticate';
import { limitKey } from '@/lib/net/client-ip';
import { noteOnSpan } from '@/lib/server/tracing/span';
import type { Api } from './api';
import type { ApiRequest, ApiResponse, BrowserSession } from './api-request';
import { noFields, readInput } from './input/read-input';
import { problemAnswer, toProblem } from './problem-answer';
import { type Quota, rateLimitFields, refuseExceeded } from './rate-limit';
import { allowedMethods, matchPath, pathWithIds, type Resource, routeFor } from './resource';
import { Reply, type Route } from './route';
import { requireSameOrigin } from './same-origin';

/** A request in progress, with data for its response, its log line and the request log. */
interface RequestContext {
  readonly api: Api;
  readonly resource: Resource;
  readonly request: ApiRequest;
  readonly session: BrowserSession;
  readonly requestId: string;
  readonly now: Date;
  readonly quotas: Quota[];
  /** The key of the request, even if it was refused. */
  apiKeyId?: string;
  /** Why the request was refused. */
  problemCode?: ProblemCode;
}

/** After a body that takes longer than this, the request is authorized again. */
export const SLOW_BODY_MS = 50;

const NO_SESSION: BrowserSession = { member: async () => undefined, end: async () => undefined };

/**
 * Serves a request to the API or to the dashboard's own routes. Never throws: errors become
 * problems with a request id.
 *
 * @param session the browser's session, where the server can read it
 */
export async function serve(
  api: Api,
  resource: Resource,
  request: ApiRequest,
  session: BrowserSession = NO_SESSION,
): Promise<ApiResponse> {
  const startedAt = performance.now();
  const requestId = newId('request');
  const now = api.clock();
  const context: RequestContext = { api, resource, request, session, requestId, now, quotas: [] };
  noteOnSpan({ 'request.id': requestId, 'http.route': resource.pattern });
  const reply = await replyOrProblem(context);
  const { method } = request;
  const { status } = reply;
  const durationMs = performance.now() - startedAt;
  if (resource.surface === 'api') {
    api.metrics.request({ route: resource.pattern, method, status, seconds: durationMs / 1000 });
  }
  api.log.info(
    {
      request_id: requestId,
      method,
      route: resource.pattern,
      status,
      duration_ms: toTenths(durationMs),
      ...(context.apiKeyId === undefined ? {} : { api_key_id: context.apiKeyId }),
    },
    'request',
  );
  noteRequest(context, status, durationMs);
  return complete(reply, context);
}

/** Logs a request with a known API key for its merchant: of its contents, only ids in its path. */
function noteRequest(context: RequestContext, status: number, durationMs: number): void {
  const { api, request, resource, requestId, now, apiKeyId, problemCode } = context;
  if (apiKeyId === undefined) return;
  api.requestLog.note({
    id: requestId,
    apiKeyId,
    at: now,
    method: request.method,
    path: pathWithIds(resource.pattern, request.path),
    status,
    problemCode: problemCode ?? null,
    durationMs: toTenths(durationMs),
    hasIdempotencyKey: request.headers.has('idempotency-key'),
  });
}

const toTenths = (ms: number) => Math.round(ms * 10) / 10;

async function replyOrProblem(context: RequestContext): Promise<Reply> {
  const { api, requestId } = context;
  try {
    return await replyTo(context);
  } catch (error) {
    const problem = toProblem(error);
    context.problemCode = problem.code;
    if (problem !== error) {
      api.log.error({ err: error, request_id: requestId }, problem.code);
    }
    return problemAnswer(problem, requestId, api.env.appUrl, headersOf(problem, context));
  }
}

/** Headers that HTTP requires: Allow with 405, a challenge with 401 (RFC 6750). */
function headersOf({ code }: Problem, { resource, request }: RequestContext): Reply['headers'] {
  if (code === 'method_not_allowed') return { allow: allowedMethods(resource) };
  if (code !== 'unauthorized') return {};
  const invalid = request.headers.has('authorization') ? ' error="invalid_token"' : '';
  return { 'www-authenticate': `Bearer${invalid}` };
}

async function replyTo(context: RequestContext): Promise<Reply> {
  const { api, resource, request, requestId, now } = context;
  const visitor = visitorOf(context);
  await spend(context, 'byIp', visitor.limitKey);
  const params = matchPath(resource.pattern, request.path);
  if (!params) throw new Problem('not_found', 'This path is not part of the API.');
  const route = routeFor(resource, request.method);
  if (!route) {
    const allow = allowedMethods(resource);
    if (request.method === 'OPTIONS') return new Reply(204, '', { allow });
    throw new Problem('method_not_allowed', `Use one of: ${allow}.`);
  }
  const known = await actorOf(context, route, visitor);
  const began = performance.now();
  const input = await readInput(request, wantedBy(route));
  // While the body arrived, the key may have been revoked or the member removed.
  const isSlow = performance.now() - began > SLOW_BODY_MS;
  const actor = isSlow ? await actorOf({ ...context, now: api.clock() }, route, visitor) : known;
  const { session } = context;
  const given = { api, request, requestId, visitor, actor, session, params, ...input, now };
  const answer = await route.handle(given);
  return answer instanceof Reply ? answer : new Reply(200, JSON.stringify(answer));
}

function visitorOf({ api, request, requestId }: RequestContext): Visitor {
  const ip = api.clientIp(request.peer, request.headers.get('x-forwarded-for'));
  const userAgent = request.headers.get('user-agent') ?? null;
  return { ip, limitKey: limitKey(ip), userAgent, requestId };
}

/**
 * The actor of a request, if permitted on the route. A request counts once against its key, even if
 * it is authorized again.
 *
 * @throws Problem `unauthorized`, `rate_limited`, `ip_not_allowed`; `cross_site_request`,
 *   `not_signed_in`
 */
async function actorOf(
  context: RequestContext,
  { who, method }: Route,
  visitor: Visitor,
): Promise<KeyActor | Member | undefined> {
  const { api, request, session, requestId } = context;
  if (who === 'anyone') return undefined;
  if (who === 'member') {
    if (method !== 'GET') requireSameOrigin(request.headers, api.env.appUrl);
    const member = await session.member();
    if (!member) throw new Problem('not_signed_in', 'Sign in, then try again.');
    assertSameMerchant(request.headers.get(SHOWN_MERCHANT), member);
    return { ...member, requestId };
  }
  const actor = await authenticated(context, visitor);
  const isFirst = context.apiKeyId === undefined;
  context.apiKeyId = actor.apiKeyId;
  if (isFirst) await spend(context, 'byKey', actor.apiKeyId);
  return actor;
}

/** A form applies to the merchant whose page it is on; it is refused after a switch. */
function assertSameMerchant(merchantId: string | undefined, member: Member): void {
  if (merchantId === undefined || merchantId === member.merchantId) return;
  throw new Problem(
    'forbidden',
    'You have switched to another merchant since this page was loaded. Reload it.',
  );
}

async function authenticated(context: RequestContext, visitor: Visitor): Promise<KeyActor> {
  const { api, request, now } = context;
  let known: string | undefined;
  try {
    const actor = await authenticate(api.db, request.headers.get('authorization'), now, (id) => {
      known = id;
    });
    requireAllowedIp(actor.allowedIps, visitor.ip);
    return actor;
  } catch (error) {
    if (error instanceof Problem) refuseExceeded(await api.limits.byFailedAuth(visitor.limitKey));
    // The key is set only within the limit: with a leaked key, strangers would otherwise fill its
    // log.
    if (known) context.apiKeyId = known;
    throw error;
  }
}

async function spend(
  { api, quotas }: RequestContext,
  meter: 'byIp' | 'byKey',
  key: string,
): Promise<void> {
  const quota = await api.limits[meter](key);
  if (quota) quotas.unshift(quota);
  refuseExceeded(quota);
}

/** The input to read. Members' changes must be JSON, which forms of other sites cannot send. */
function wantedBy({ who, method, query, body, bodyMayBeMissing, docs }: Route) {
  const required = who === 'member' || (body !== undefined && !bodyMayBeMissing);
  const bodyIs = method === 'GET' ? 'none' : required ? 'required' : 'optional';
  return {
    // Public resources have no parameters, and ignore unknown ones.
    query: query ?? (who === 'anyone' ? undefined : noFields),
    body: body ?? noFields,
    bodyIs,
    idempotent: docs?.headers?.['Idempotency-Key'] !== undefined,
  } as const;
}

/**
 * Adds the common headers, and a line feed for terminals. No CORS headers, so browsers of other
 * origins cannot read responses.
 */
async function complete(
  reply: Reply,
  { resource, request, requestId, quotas }: RequestContext,
): Promise<ApiResponse> {
  const { status, body, stream } = reply;
  const isHead = request.method === 'HEAD';
  if (isHead) await stream?.cancel();
  return {
    status,
    headers: {
      ...(body !== '' || stream ? { 'content-type': 'application/json' } : {}),
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...(resource.surface === 'api' ? rateLimitFields(quotas) : {}),
      ...reply.headers,
    },
    body: isHead || body === '' ? '' : `${body}\n`,
    ...(stream && !isHead ? { stream } : {}),
  };
}
