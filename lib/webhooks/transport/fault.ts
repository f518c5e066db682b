import type { TargetRefusal } from './target-url';

/** The stages of an exchange, in order; each has a time limit. */
export type Stage = 'dns' | 'connect' | 'tls' | 'first_byte';

/** The fault that ended an exchange before a status line: afterwards there are none. */
export type Fault =
  /** The target rules refused the URL: no socket was opened. */
  | { readonly kind: 'blocked'; readonly refusal: TargetRefusal }
  /** No signing secret was readable: no socket was opened. */
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'timeout'; readonly stage: Stage }
  | { readonly kind: 'dns'; readonly code: string }
  | { readonly kind: 'connect'; readonly code: string }
  | { readonly kind: 'tls'; readonly code: string }
  /** The connection closed early. */
  | { readonly kind: 'reset'; readonly code: string }
  /** The answer does not begin with a status line. */
  | { readonly kind: 'not_http'; readonly code: string };

/** The system's or OpenSSL's error code; the first one when several addresses failed. */
export function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return 'EUNKNOWN';
}
