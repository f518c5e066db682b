import type { Problem } from './api.js';

/** The API answered with an error. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** Never changes; `unreadable_answer` if another server than the API has answered. */
  readonly code: string;
  /** Finds the request in the server's log. */
  readonly requestId: string | undefined;
  /** Everything that is wrong with the input. */
  readonly errors: NonNullable<Problem['errors']>;
  /** How long the server asks to wait, in ms. */
  readonly retryAfterMs: number | undefined;
  readonly #problem: Problem | undefined;

  constructor(status: number, headers: Headers, text: string) {
    const problem = readProblem(text);
    const errors = problem?.errors ?? [];
    // The detail of a single error says it already.
    const listed = errors.length > 1 ? errors : [];
    const faults = listed.map(({ pointer, message }) => `${pointer}: ${message}`);
    super(
      problem
        ? [problem.detail, ...faults].join(' ')
        : `An answer with status ${status} is not from the API: ${text.slice(0, 200) || 'no body'}`,
    );
    this.status = status;
    this.code = problem?.code ?? 'unreadable_answer';
    this.requestId = problem?.request_id ?? headers.get('x-request-id') ?? undefined;
    this.errors = errors;
    this.retryAfterMs = retryAfterMs(headers.get('retry-after'));
    this.#problem = problem;
  }

  /** The whole answer (RFC 9457), if it was one. Not printed with the error, which has its parts. */
  get problem(): Problem | undefined {
    return this.#problem;
  }
}

/** There was no answer: the request may or may not have taken effect. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly reason: 'timeout' | 'network';

  constructor(reason: 'timeout' | 'network', where: string, cause: unknown) {
    super(
      reason === 'timeout'
        ? `${where} did not answer in time`
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

/** The API gives seconds. A proxy in front of it may give a date, which is ignored. */
function retryAfterMs(header: string | null): number | undefined {
  return header && /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : undefined;
}
