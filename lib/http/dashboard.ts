import type { Member } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import { Problem } from '@/lib/domain/problems';
import { limitKey } from '@/lib/net/client-ip';
import { noteOnSpan } from '@/lib/tracing/span';
import type { Api } from './api';
import type { ApiRequest } from './api-request';
import type { Fields } from './field-errors';
import { problemAnswer, toProblem } from './problem-answer';
import { refuseExceeded } from './rate-limit';
import { readInput } from './read-input';
import { decodePart } from './resource';
import { requireSameOrigin } from './same-origin';

/** What an endpoint of the dashboard has to work with. */
export interface DashboardContext<Q, B> {
  readonly api: Api;
  /** Who is signed in, and for which merchant. Use cases ask it what it may do. */
  readonly actor: Member;
  /** The parts of the path that the folder names. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  readonly now: Date;
}

/** An endpoint: what it reads, and one use case that answers with JSON or a stream. */
export interface Endpoint<Q, B> {
  readonly query: Fields<Q>;
  readonly body: Fields<B>;
  readonly changes: boolean;
  readonly answer: (context: DashboardContext<Q, B>) => Promise<unknown>;
}

export interface DashboardRequest {
  readonly request: ApiRequest;
  readonly params: Readonly<Record<string, string>>;
  /** Undefined when nobody is signed in. */
  readonly findActor: () => Promise<Member | undefined>;
}

/**
 * Answers a request of the dashboard, by session only: an Authorization header is not looked at.
 * Never throws: what goes wrong becomes a problem with a request id.
 */
export async function serveDashboard<Q, B>(
  api: Api,
  endpoint: Endpoint<Q, B>,
  asked: DashboardRequest,
): Promise<Response> {
  const startedAt = performance.now();
  const requestId = newId('request');
  noteOnSpan({ 'request.id': requestId });
  const response = await answerOrProblem(api, endpoint, asked, requestId);
  response.headers.set('x-request-id', requestId);
  response.headers.set('cache-control', 'no-store');
  response.headers.set('x-content-type-options', 'nosniff');
  api.log.info(
    {
      request_id: requestId,
      method: asked.request.method,
      route: patternOf(asked),
      status: response.status,
      duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
    },
    'request',
  );
  return response;
}

async function answerOrProblem<Q, B>(
  api: Api,
  endpoint: Endpoint<Q, B>,
  asked: DashboardRequest,
  requestId: string,
): Promise<Response> {
  try {
    return await answer(api, endpoint, asked, requestId);
  } catch (error) {
    const problem = toProblem(error);
    if (problem !== error) {
      api.log.error({ err: error, request_id: requestId }, problem.code);
    }
    const { status, headers, body } = problemAnswer(problem, requestId, api.env.appUrl);
    return new Response(body, { status, ...(headers && { headers }) });
  }
}

async function answer<Q, B>(
  api: Api,
  endpoint: Endpoint<Q, B>,
  { request, params, findActor }: DashboardRequest,
  requestId: string,
): Promise<Response> {
  const ip = limitKey(api.clientIp(request.peer, request.headers.get('x-forwarded-for')));
  refuseExceeded(await api.limits.byIp(ip));
  if (endpoint.changes) requireSameOrigin(request.headers, api.env.appUrl);
  const actor = await findActor();
  if (!actor) throw new Problem('not_signed_in', 'Sign in, then try again.');
  const { query, body } = await readInput(request, {
    query: endpoint.query,
    body: endpoint.body,
    bodyIs: endpoint.changes ? 'required' : 'none',
  });
  if (Object.values(params).some((value) => value.includes('\0'))) {
    throw new Problem('not_found', 'There is nothing with this id.');
  }
  const acting = { ...actor, requestId };
  const now = api.clock();
  const result = await endpoint.answer({ api, actor: acting, params, query, body, now });
  return result instanceof Response ? result : Response.json(result);
}

/** The path with names for what differs from request to request, so that logs name no id. */
function patternOf({ request, params }: DashboardRequest): string {
  const names = new Map(Object.entries(params).map(([name, value]) => [value, `{${name}}`]));
  return request.path
    .split('/')
    .map((part) => names.get(decodePart(part) ?? part) ?? part)
    .join('/');
}
