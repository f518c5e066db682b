import type { TargetRefusal } from './target-url';

/** The parts of an exchange, in their order; each has a time limit. */
export type Stage = 'dns' | 'connect' | 'tls' | 'first_byte' | 'body';

/** What went wrong with an exchange that did not run to its end. */
export type Fault =
  /** Our own rules refused the target: no socket was opened. */
  | { readonly kind: 'blocked'; readonly refusal: TargetRefusal }
  /** There was nothing to sign with: no socket was opened. */
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'timeout'; readonly stage: Stage }
  | { readonly kind: 'dns'; readonly code: string }
  | { readonly kind: 'connect'; readonly code: string }
  | { readonly kind: 'tls'; readonly code: string }
  /** The connection ended early. */
  | { readonly kind: 'reset'; readonly stage: Stage; readonly code: string }
  /** What came back is not HTTP, or its headers are too large. */
  | { readonly kind: 'not_http'; readonly code: string };

/** Carries a fault up to {@link Fault}'s one catcher, send(): it never leaves this folder. */
export class ExchangeFault extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.kind);
    this.name = 'ExchangeFault';
    this.fault = fault;
  }
}

/** The system's or OpenSSL's code of an error; the first one where several addresses failed. */
export function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return 'EUNKNOWN';
}
