/** The server's response to a refused request (RFC 9457). */
export interface ProblemText {
  readonly detail: string;
  readonly code: string;
  readonly request_id: string;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
}

/** Whether a response comes from our server, and not from a proxy in front of it. */
export function isProblem(answer: unknown): answer is ProblemText {
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
  /** The problem's code; `unreachable` without a response, `cut_off` with an incomplete one. */
  readonly code: string;
  /** HTTP status; 0 without a whole response. */
  readonly status: number;
  readonly requestId?: string | undefined;
  /** Errors by field: the pointer without its slash, and a message. */
  readonly fields?: Readonly<Record<string, string>>;
}

export class RequestFailed extends Error {
  readonly code: string;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, { code, status, requestId, fields = {} }: Failure) {
    super(message);
    this.name = 'RequestFailed';
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.fields = fields;
  }
}

/** Returns the server's message for a field of a form, or else why the request failed. */
export function messageAt(field: string, error: Error | null): string | undefined {
  return (error instanceof RequestFailed && error.fields[field]) || error?.message;
}

/** Whether the server returned 404. */
export function isMissing(error: unknown): boolean {
  return error instanceof RequestFailed && error.status === 404;
}

/** Whether the session has ended; the frame reports it to the user. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof RequestFailed && error.status === 401;
}
