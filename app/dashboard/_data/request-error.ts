/** The response to a refused request (RFC 9457). */
export interface ProblemBody {
  readonly detail: string;
  readonly code: string;
  readonly request_id: string;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
}

/** Whether our server sent the response. A proxy in front of it may have sent another error. */
export function isProblem(answer: unknown): answer is ProblemBody {
  const problem = (answer ?? {}) as Readonly<Record<string, unknown>>;
  const { detail, code, request_id: requestId, errors = [] } = problem;
  return areTexts(detail, code, requestId) && Array.isArray(errors) && errors.every(isFieldError);
}

function isFieldError(error: unknown): boolean {
  const { pointer, message } = (error ?? {}) as Readonly<Record<string, unknown>>;
  return areTexts(pointer, message);
}

const areTexts = (...values: readonly unknown[]) =>
  values.every((value) => typeof value === 'string');

interface Failure {
  /**
   * The problem's code; `unreachable` if no response arrived, `cut_off` if it arrived only in part.
   */
  readonly code: string;
  /** HTTP status; 0 if no complete response arrived. */
  readonly status: number;
  readonly requestId?: string | undefined;
  /** Error messages by field: a JSON pointer without its leading slash. */
  readonly fields?: Readonly<Record<string, string>>;
}

export class RequestError extends Error {
  readonly code: string;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, { code, status, requestId, fields = {} }: Failure) {
    super(message);
    this.name = 'RequestError';
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.fields = fields;
  }
}

/** Returns the server's message for a form field, or else the reason for the failure. */
export function fieldErrorMessage(field: string, error: Error | null): string | undefined {
  return (error instanceof RequestError && error.fields[field]) || error?.message;
}

export function isNotFoundError(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404;
}

/** Whether the session has ended. The frame then asks the user to sign in again. */
export function isSignedOutError(error: unknown): boolean {
  return error instanceof RequestError && error.status === 401;
}
