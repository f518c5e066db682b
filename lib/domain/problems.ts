/** lib/http/problem-table.ts has the HTTP status and title of each code. */
export type ProblemCode =
  | 'malformed_json'
  | 'invalid_request'
  | 'unauthorized'
  | 'not_signed_in'
  | 'cross_site_request'
  | 'forbidden'
  | 'step_up_required'
  | 'custom_address_not_allowed'
  | 'management_not_allowed'
  | 'ip_not_allowed'
  | 'sandbox_only'
  | 'not_found'
  | 'payment_not_found'
  | 'payment_link_not_found'
  | 'method_not_allowed'
  | 'address_in_use'
  | 'address_not_verified'
  | 'payment_not_cancelable'
  | 'payment_changed'
  | 'payment_not_acceptable'
  | 'payment_not_due'
  | 'payment_link_closed'
  | 'refund_exceeds_received'
  | 'refund_not_open'
  | 'idempotency_in_progress'
  | 'sandbox_refused'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'webhook_url_rejected'
  | 'address_network_mismatch'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'proof_of_work_needed'
  | 'internal_error'
  | 'server_busy'
  | 'network_unavailable'
  | 'rate_unavailable'
  | 'database_unavailable';

/** An error in the input. `pointer` is an RFC 6901 pointer, or the name of a parameter. */
export interface FieldError {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

interface Extras {
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
}

const PROBLEM = Symbol.for('blocktally.problem');

/**
 * An expected refusal. `detail` is public, so it must not contain secrets or other merchants' data.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, detail: string, extras: Extras = {}) {
    super(`${code}: ${detail}`);
    this.name = 'Problem';
    this.code = code;
    this.detail = detail;
    this.errors = extras.errors;
    this.retryAfterSeconds = extras.retryAfterSeconds;
  }

  get [PROBLEM](): true {
    return true;
  }

  /**
   * The server's entry and its pages are separate bundles, each with a copy of this class. Each
   * copy must recognize the errors of the other.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && PROBLEM in value;
  }
}

/**
 * Returns the refusal of one input field.
 *
 * @param pointer an RFC 6901 pointer into a body, or the name of a parameter or form field
 * @param detail the text of the whole problem, if it must name the field; by default the message
 */
export function invalidField(
  pointer: string,
  code: string,
  message: string,
  detail = message,
): Problem {
  return new Problem('invalid_request', detail, { errors: [{ pointer, code, message }] });
}
