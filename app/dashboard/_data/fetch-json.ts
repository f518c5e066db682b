import type { z } from 'zod';
import { problemSchema, RequestFailed } from './request-failed';

const PATIENCE_MS = 20_000;

interface Options {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks the dashboard's own endpoints and checks the answer.
 *
 * @throws RequestFailed with the server's own words and request id, or saying that none came
 */
export async function fetchJson<T>(
  path: string,
  schema: z.ZodType<T>,
  { method = 'GET', body, signal }: Options = {},
): Promise<T> {
  const response = await send(path, {
    method,
    signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal ? [signal] : [])]),
    ...(method !== 'GET' && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    }),
  });
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusal(response.status, requestId, answer);
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new RequestFailed('The server’s answer was not understood. Reload the page.', {
    code: 'not_understood',
    status: response.status,
    requestId,
  });
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    // The caller has lost interest: nothing to tell.
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new RequestFailed('The server cannot be reached.', { code: 'unreachable', status: 0 });
  }
}

function refusal(status: number, requestId: string | undefined, answer: unknown): RequestFailed {
  const { data: problem } = problemSchema.safeParse(answer);
  if (!problem) {
    const code = 'no_problem';
    return new RequestFailed(`The server answered ${status}.`, { code, status, requestId });
  }
  return new RequestFailed(problem.detail, {
    code: problem.code,
    status,
    requestId: problem.request_id,
    fields: Object.fromEntries(
      (problem.errors ?? []).map(({ pointer, message }) => [pointer.replace(/^\//, ''), message]),
    ),
  });
}
