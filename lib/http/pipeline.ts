import type { Visitor } from '@/lib/accounts/visitor';
import type { ApiKeyActor } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import { Problem, type ProblemCode } from '@/lib/domain/problems';
import { requireAllowedIp } from '@/lib/keys/authenticate-api-key';
import { toRateLimitKey } from '@/lib/net/client-ip';
import { SITE_HEADER } from '@/lib/net/own-site';
import { addSpanAttributes } from '@/lib/server/tracing/span';
import { type Api, apiForSite } from './api';
import type { ApiRequest, ApiResponse } from './api-request';
import { loggedPath } from './match-path';
import { toProblem } from './problem-response';
import { type Quota, rateLimitFields, requireRemainingQuota } from './rate-limit';
import type { Reply } from './route';

/** A request in progress, with what its response and its log entries need. */
export interface RequestContext {
  readonly api: Api;
  readonly resource: Place;
  readonly request: ApiRequest;
  readonly requestId: string;
  readonly visitor: Visitor;
  readonly now: Date;
  readonly quotas: Quota[];
  /** The key of the request, even if the key was refused. */
  apiKeyId?: string;
  problemCode?: ProblemCode;
}

interface Place {
  readonly pattern: string;
  /** Whether responses get the rate limit headers of the API. */
  readonly surface: 'api' | 'dashboard';
}

/** The steps in which our API and BTCPay's differ. */
interface Answers {
  /** @throws Problem if the request is refused */
  readonly reply: (context: RequestContext) => Promise<Reply>;
  readonly refusal: (problem: Problem, context: RequestContext) => Reply;
}

/** If a body takes longer than this to arrive, the request is authorized again. */
export const SLOW_BODY_MS = 50;

/**
 * Handles a request to any API: counts it against its IP address's limit, gets the response, turns
 * errors into problems, logs and measures the request, and adds headers. Never throws.
 */
export async function runPipeline(
  api: Api,
  resource: Place,
  request: ApiRequest,
  answers: Answers,
): Promise<ApiResponse> {
  const startedAt = performance.now();
  const requestId = newId('request');
  const now = api.clock();
  const visitor = visitorOf(api, request, requestId);
  const context: RequestContext = {
    api: apiForSite(api, request.headers.get(SITE_HEADER)),
    resource,
    request,
    requestId,
    visitor,
    now,
    quotas: [],
  };
  addSpanAttributes({ 'request.id': requestId, 'http.route': resource.pattern });
  const reply = await replyOrProblem(context, answers);
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

/**
 * Adds a request with a known API key to its merchant's request log. Of the request's content, the
 * log stores only the ids in the path.
 */
function noteRequest(context: RequestContext, status: number, durationMs: number): void {
  const { api, request, resource, requestId, now, apiKeyId, problemCode } = context;
  if (apiKeyId === undefined) return;
  api.requestLog.note({
    id: requestId,
    apiKeyId,
    at: now,
    method: request.method,
    path: loggedPath(resource.pattern, request.path),
    status,
    problemCode: problemCode ?? null,
    durationMs: toTenths(durationMs),
    hasIdempotencyKey: request.headers.has('idempotency-key'),
  });
}

const toTenths = (ms: number) => Math.round(ms * 10) / 10;

async function replyOrProblem(context: RequestContext, answers: Answers): Promise<Reply> {
  const { api, requestId, visitor } = context;
  try {
    await spend(context, 'byIp', visitor.limitKey);
    return await answers.reply(context);
  } catch (error) {
    const problem = toProblem(error);
    context.problemCode = problem.code;
    if (problem !== error) {
      api.log.error({ err: error, request_id: requestId }, problem.code);
    }
    return answers.refusal(problem, context);
  }
}

function visitorOf(api: Api, request: ApiRequest, requestId: string): Visitor {
  const ip = api.clientIp(request.peer, request.headers.get('x-forwarded-for'));
  const userAgent = request.headers.get('user-agent') ?? null;
  return { ip, limitKey: toRateLimitKey(ip), userAgent, requestId };
}

/**
 * Returns the actor of a request's API key, if the key accepts the request's IP address. The
 * request counts only once against the key's limit, even if it is authorized again.
 *
 * @param find authenticates the request. It calls `onKnown` with the id of a known key, even if it
 *   refuses the key.
 * @throws Problem any problem that `find` throws; `ip_not_allowed`; `rate_limited`
 */
export async function authenticateKey<A extends ApiKeyActor>(
  context: RequestContext,
  find: (onKnown: (apiKeyId: string) => void) => Promise<A>,
): Promise<A> {
  const { api, visitor } = context;
  const isFirst = context.apiKeyId === undefined;
  let known: string | undefined;
  let actor: A;
  try {
    actor = await find((id) => {
      known = id;
    });
    requireAllowedIp(actor.allowedIps, visitor.ip);
  } catch (error) {
    if (error instanceof Problem)
      requireRemainingQuota(await api.limits.byFailedAuth(visitor.limitKey));
    // Refused requests are logged for their key only up to the limit for failed authentications.
    // Otherwise, strangers with a leaked key could fill the key's log.
    if (known) context.apiKeyId = known;
    throw error;
  }
  context.apiKeyId = actor.apiKeyId;
  if (isFirst) await spend(context, 'byKey', actor.apiKeyId);
  return actor;
}

/** Counts a request against a limit. @throws Problem `rate_limited` */
async function spend(
  { api, quotas }: RequestContext,
  meter: 'byIp' | 'byKey',
  key: string,
): Promise<void> {
  const quota = await api.limits[meter](key);
  if (quota) quotas.unshift(quota);
  requireRemainingQuota(quota);
}

/**
 * Adds the common headers, and a line feed for terminals. CORS headers are omitted, because pages
 * of other origins must not read responses.
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
