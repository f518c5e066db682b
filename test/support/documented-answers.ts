import type { ProblemCode } from '@/lib/domain/problems';
import type { DocumentedRoute } from '@/lib/http/openapi/describe-operation';
import { DOCUMENTED_ROUTES } from '@/lib/http/openapi/document';
import { HEADERS_BY_STATUS } from '@/lib/http/openapi/headers';
import { problemSchema, UNROUTED_PROBLEMS } from '@/lib/http/openapi/problem-schema';
import { PROBLEMS } from '@/lib/http/problem-table';

interface SeenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
}

/** @throws if the response differs from the OpenAPI document */
export function checkMatchesDocument(path: string, method: string, answer: SeenAnswer): void {
  const where = `${method} ${path} answered ${answer.status}`;
  if (method === 'OPTIONS' && answer.status === 204) return;
  if (answer.status >= 400) {
    checkProblem(where, routeAt(path, method), answer);
    return;
  }
  const route = routeAt(path, method);
  const documented = route?.docs.answers[answer.status];
  if (!documented) throw new Error(`${where}, which is not documented`);
  for (const name of documented.headers ?? []) {
    if (name !== 'Idempotency-Replayed') requireHeader(where, name, answer);
  }
  if (method === 'HEAD') return;
  if (answer.status !== 304) route.answer.parse(answer.json);
  else if (answer.json !== undefined) throw new Error(`${where} with a body`);
}

function routeAt(path: string, method: string): DocumentedRoute | undefined {
  const name = method === 'HEAD' ? 'GET' : method;
  return DOCUMENTED_ROUTES.find((route) => route.path === path && route.method === name);
}

function checkProblem(where: string, route: DocumentedRoute | undefined, answer: SeenAnswer): void {
  for (const name of HEADERS_BY_STATUS[answer.status] ?? []) requireHeader(where, name, answer);
  if (answer.json === undefined) return;
  const { code, status } = problemSchema.parse(answer.json);
  const allowed: readonly ProblemCode[] = route
    ? route.docs.problems
    : [...UNROUTED_PROBLEMS, 'rate_limited'];
  if (!allowed.includes(code)) throw new Error(`${where} ${code}, which is not documented`);
  if (status !== answer.status || status !== PROBLEMS[code].status) {
    throw new Error(`${where} ${code} under another status`);
  }
}

function requireHeader(where: string, name: string, { headers }: SeenAnswer): void {
  if (!headers[name.toLowerCase()]) throw new Error(`${where} without ${name}`);
}
