import type { KeyActor } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import { Problem } from '@/lib/domain/problems';
import { authenticate, requireAllowedIp } from '@/lib/keys/authenticate';
import { limitKey } from '@/lib/net/client-ip';
import { noteOnSpan } from '@/lib/tracing/span';
import type { Api } from './api';
import type { ApiRequest, ApiResponse } from './api-request';
import { problemAnswer, toProblem } from './problem-answer';
import { type Quota, type RateLimits, rateLimitFields, refuseExceeded } from './rate-limit';
import { type Answer, allowedMethods, matchPath, operationFor, type Resource } from './resource';

/** What is learned about a request on its way, for its answer and its log line. */
interface Trace {
  readonly requestId: string;
  readonly quotas: Quota[];
  apiKeyId?: string;
}

/** Answers a request to a resource. Never throws: what goes wrong becomes a problem. */
export async function serve(
  api: Api,
  resource: Resource,
  request: ApiRequest,
): Promise<ApiResponse> {
  const startedAt = performance.now();
  const trace: Trace = { requestId: newId('request'), quotas: [] };
  noteOnSpan({ 'request.id': trace.requestId });
  const answer = await answerOrProblem(api, resource, request, trace);
  const { method } = request;
  const { status } = answer;
  const durationMs = performance.now() - startedAt;
  api.metrics.request({ route: resource.pattern, method, status, seconds: durationMs / 1000 });
  api.log.info(
    {
      request_id: trace.requestId,
      method,
      route: resource.pattern,
      status,
      duration_ms: Math.round(durationMs * 10) / 10,
      ...(trace.apiKeyId === undefined ? {} : { api_key_id: trace.apiKeyId }),
    },
    'request',
  );
  return complete(answer, request, trace);
}

async function answerOrProblem(
  api: Api,
  resource: Resource,
  request: ApiRequest,
  trace: Trace,
): Promise<Answer> {
  try {
    return await answer(api, resource, request, trace);
  } catch (error) {
    const problem = toProblem(error);
    if (problem !== error) {
      api.log.error({ err: error, request_id: trace.requestId }, problem.code);
    }
    const headers = headersOf(problem, resource, request);
    return problemAnswer(problem, trace.requestId, api.env.appUrl, headers);
  }
}

/** What HTTP wants beside some statuses: Allow with 405, a challenge with 401 (RFC 6750). */
function headersOf({ code }: Problem, resource: Resource, request: ApiRequest): Answer['headers'] {
  if (code === 'method_not_allowed') return { allow: allowedMethods(resource) };
  if (code !== 'unauthorized') return {};
  const invalid = request.headers.has('authorization') ? ' error="invalid_token"' : '';
  return { 'www-authenticate': `Bearer${invalid}` };
}

async function answer(
  api: Api,
  resource: Resource,
  request: ApiRequest,
  trace: Trace,
): Promise<Answer> {
  const client = api.clientIp(request.peer, request.headers.get('x-forwarded-for'));
  const ip = limitKey(client);
  await spend(api.limits, 'byIp', ip, trace);
  const params = matchPath(resource.pattern, request.path);
  if (!params) throw new Problem('not_found', 'This path is not part of the API.');
  const allow = allowedMethods(resource);
  if (request.method === 'OPTIONS') return { status: 204, body: '', headers: { allow } };
  const now = api.clock();
  if (resource.open && /^(?:GET|HEAD)$/.test(request.method)) {
    return resource.open({ api, request, params, now });
  }
  const operation = operationFor(resource, request.method);
  if (!operation) throw new Problem('method_not_allowed', `Use one of: ${allow}.`);
  const caller = await identify(api, request, ip, now);
  trace.apiKeyId = caller.apiKeyId;
  await spend(api.limits, 'byKey', caller.apiKeyId, trace);
  requireAllowedIp(caller.allowedIps, client);
  return operation({ api, request, caller, params, now });
}

async function identify(api: Api, request: ApiRequest, ip: string, now: Date): Promise<KeyActor> {
  try {
    return await authenticate(api.db, request.headers.get('authorization'), now);
  } catch (error) {
    if (error instanceof Problem) refuseExceeded(await api.limits.byFailedAuth(ip));
    throw error;
  }
}

async function spend(
  limits: RateLimits,
  meter: 'byIp' | 'byKey',
  key: string,
  trace: Trace,
): Promise<void> {
  const quota = await limits[meter](key);
  if (quota) trace.quotas.unshift(quota);
  refuseExceeded(quota);
}

/** Adds what every answer has. Browsers of other origins get nothing: there is no CORS field. */
function complete(answer: Answer, request: ApiRequest, trace: Trace): ApiResponse {
  const hasBody = answer.body !== '';
  return {
    status: answer.status,
    headers: {
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': trace.requestId,
      ...rateLimitFields(trace.quotas),
      ...answer.headers,
    },
    body: request.method === 'HEAD' ? '' : answer.body,
  };
}
