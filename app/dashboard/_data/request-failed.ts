import { z } from 'zod';

/** The server's answer to a refused request (RFC 9457). */
export const problemSchema = z.object({
  title: z.string(),
  detail: z.string(),
  code: z.string(),
  request_id: z.string(),
  errors: z
    .array(z.object({ pointer: z.string(), code: z.string(), message: z.string() }))
    .optional(),
});

interface Failure {
  /** The problem's code; `unreachable` without a response, `cut_off` with a part of one. */
  readonly code: string;
  /** HTTP status; 0 without a whole response. */
  readonly status: number;
  readonly requestId?: string | undefined;
  /** Errors by field: the pointer without its slash, and a message. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** A failed request of the dashboard, with a message for the user. */
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

/** Whether the server answered 404. */
export function isMissing(error: unknown): boolean {
  return error instanceof RequestFailed && error.status === 404;
}
