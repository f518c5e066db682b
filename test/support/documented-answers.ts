import type { ProblemCode } from '@/lib/domain/problems';
import { ALL_OPERATIONS } from '@/lib/http/openapi/all-operations';
import type { DocumentedOperation } from '@/lib/http/openapi/documented-operation';
import { OF_STATUS } from '@/lib/http/openapi/headers';
import { OUTSIDE_OPERATIONS, problemSchema } from '@/lib/http/openapi/problem-schema';
import { PROBLEMS } from '@/lib/http/problem-table';

interface SeenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
}

/** @throws when an answer is not what the OpenAPI document says of its operation */
export function checkDocumented(path: string, method: string, answer: SeenAnswer): void {
  const where = `${method} ${path} answered ${answer.status}`;
  if (method === 'OPTIONS' && answer.status === 204) return;
  if (answer.status >= 400) {
    checkProblem(where, operationAt(path, method), answer);
    return;
  }
  const documented = operationAt(path, method)?.answers[answer.status];
  if (!documented) throw new Error(`${where}, which is not documented`);
  for (const name of documented.headers ?? []) {
    if (name !== 'Idempotency-Replayed') requireHeader(where, name, answer);
  }
  if (method === 'HEAD') return;
  if (documented.schema) documented.schema.parse(answer.json);
  else if (answer.json !== undefined) throw new Error(`${where} with a body`);
}

/** The documented operation at a resource. */
export function operationAt(path: string, method: string): DocumentedOperation | undefined {
  const name = method === 'HEAD' ? 'GET' : method;
  return ALL_OPERATIONS.find((operation) => operation.path === path && operation.method === name);
}

function checkProblem(
  where: string,
  operation: DocumentedOperation | undefined,
  answer: SeenAnswer,
): void {
  for (const name of OF_STATUS[answer.status] ?? []) requireHeader(where, name, answer);
  if (answer.json === undefined) return;
  const { code, status } = problemSchema.parse(answer.json);
  const allowed: readonly ProblemCode[] = operation
    ? operation.problems
    : [...OUTSIDE_OPERATIONS, 'rate_limited'];
  if (!allowed.includes(code)) throw new Error(`${where} ${code}, which is not documented`);
  if (status !== answer.status || status !== PROBLEMS[code].status) {
    throw new Error(`${where} ${code} under another status`);
  }
}

function requireHeader(where: string, name: string, { headers }: SeenAnswer): void {
  if (!headers[name.toLowerCase()]) throw new Error(`${where} without ${name}`);
}
