import type { Problem } from './api.js';

/** The API refused the request, or the response is not from the API. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /**
   * The error's code, which never changes; `unreadable_answer` if the response is not from the API.
   */
  readonly code: string;
  /** The id of the request in the server's log. */
  readonly requestId: string | undefined;
  /** All errors in the input. */
  readonly errors: NonNullable<Problem['errors']>;
  /** The pause that the server requests, in ms. */
  readonly retryAfterMs: number | undefined;
  readonly #problem: Problem | undefined;

  constructor(status: number, headers: Headers, text: string) {
    const problem = readProblem(text);
    const errors = problem?.errors ?? [];
    // A single error is not listed, because the problem's detail already says it.
    const listed = errors.length > 1 ? errors : [];
    const faults = listed.map(({ pointer, message }) => `${pointer}: ${message}`);
    super(
      problem
        ? [problem.detail, ...faults].join(' ')
        : `A response with status ${status} is not from the API: ${text.slice(0, 200) || 'no body'}`,
    );
    this.status = status;
    this.code = problem?.code ?? 'unreadable_answer';
    this.requestId = problem?.request_id ?? headers.get('x-request-id') ?? undefined;
    this.errors = errors;
    this.retryAfterMs = retryAfterMs(headers.get('retry-after'));
    this.#problem = problem;
  }

  /** The whole response, if it was a problem (RFC 9457). It is not printed with the error. */
  get problem(): Problem | undefined {
    return this.#problem;
  }
}

/** No response arrived. The request may or may not have taken effect. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly reason: 'timeout' | 'network';

  constructor(reason: 'timeout' | 'network', where: string, cause: unknown) {
    super(
      reason === 'timeout'
        ? `${where} did not respond in time`
        : `${where} cannot be reached, or closed the connection`,
      { cause },
    );
    this.reason = reason;
  }
}

function readProblem(text: string): Problem | undefined {
  try {
    const value: Partial<Problem> | null = JSON.parse(text);
    const whole = typeof value?.code === 'string' && typeof value.detail === 'string';
    return whole ? (value as Problem) : undefined;
  } catch {
    return undefined;
  }
}

/** The API sends seconds. A proxy in front of it may send a date, which is ignored. */
function retryAfterMs(header: string | null): number | undefined {
  return header && /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : undefined;
}
