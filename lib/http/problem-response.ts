import { isDatabaseUnavailable } from '@/db/connection-lost';
import { Problem } from '@/lib/domain/problems';
import { publicUrl } from '@/lib/domain/public-url';
import { PROBLEMS } from './problem-table';
import { Reply } from './route';

const DATABASE_RETRY_SECONDS = 5;

/** Returns a refusal as `application/problem+json` (RFC 9457). */
export function problemResponse(
  problem: Problem,
  requestId: string,
  appUrl: URL,
  headers: Reply['headers'] = {},
): Reply {
  const { title, status } = PROBLEMS[problem.code];
  const body = {
    type: publicUrl(appUrl, `/docs/errors/${problem.code}`),
    title,
    status,
    detail: problem.detail,
    code: problem.code,
    request_id: requestId,
    ...(problem.errors ? { errors: problem.errors } : {}),
  };
  return new Reply(status, JSON.stringify(body), {
    'content-type': 'application/problem+json',
    ...(problem.retryAfterSeconds === undefined
      ? {}
      : { 'retry-after': String(problem.retryAfterSeconds) }),
    ...headers,
  });
}

/** Returns the problem of a thrown error. An unexpected error reveals only the request id. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isDatabaseUnavailable(error)) {
    return new Problem(
      'database_unavailable',
      'The service cannot reach its database. Send the same request again; with an Idempotency-Key it takes effect once.',
      { retryAfterSeconds: DATABASE_RETRY_SECONDS },
    );
  }
  return new Problem(
    'internal_error',
    'The request failed. Tell the operator of this server the request_id.',
  );
}
