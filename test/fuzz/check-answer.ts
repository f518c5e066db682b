import type { FuzzRequest } from './fuzz-request';

export interface FuzzResponse {
  readonly status: number;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/**
 * No response may contain these texts, because they reveal internals. The pattern excludes database
 * URLs with the user "blocktally", which the documentation contains.
 */
const INTERNALS =
  /Failed query|PostgresError|DrizzleQueryError|node_modules|postgres:\/\/(?!blocktally[:@])|\n {4}at /;

/** The web server sends these statuses before any handler runs. */
const BEFORE_HANDLERS = new Set([400, 404, 405, 413, 431]);

/** Returns what is wrong with a response to any request. */
export function findResponseFault(request: FuzzRequest, answer: FuzzResponse): string | undefined {
  const { status, headers, text } = answer;
  if (status >= 500) return `a status of ${status}: ${text.slice(0, 500)}`;
  if (INTERNALS.test(text)) return `the server’s inside: ${INTERNALS.exec(text)?.[0]}`;
  if (headers['x-injected'] !== undefined) return 'a header that the request made up';
  if (status < 400 || request.method === 'HEAD') return undefined;
  const programs = /^\/(?:v1|api\/dashboard)(?:[/?]|$)/.test(request.path);
  if (!programs || (BEFORE_HANDLERS.has(status) && headers['x-request-id'] === undefined)) {
    return undefined;
  }
  return wrongProblem(answer);
}

function wrongProblem({ status, headers, text }: FuzzResponse): string | undefined {
  if (headers['content-type'] !== 'application/problem+json') return `no problem: ${text}`;
  const problem = JSON.parse(text) as Record<string, unknown>;
  const whole = problem.status === status && problem.request_id === headers['x-request-id'];
  return whole && typeof problem.code === 'string' ? undefined : `half a problem: ${text}`;
}
