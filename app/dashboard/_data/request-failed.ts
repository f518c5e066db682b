import { z } from 'zod';

/** What the server says of a request it refused (RFC 9457). */
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
  /** The problem's code, or `unreachable` when no answer came. */
  readonly code: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly requestId?: string | undefined;
  /** What is wrong with which field: the pointer without its slash, and a sentence. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** A request of the dashboard that did not succeed. Its message is for the person who looks. */
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

/** Whether the server said that there is no such thing. */
export function isMissing(error: unknown): boolean {
  return error instanceof RequestFailed && error.status === 404;
}
