/** What the driver says when there is no connection (postgres.js), and what the system says. */
const CONNECTION_CODES = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * SQLSTATE of a server that is going down, starting, full, or has lost the connection; that
 * refuses the login, lacks the database, or is a standby: matters of operation, not of a query.
 */
const UNAVAILABLE_STATE = /^(?:08...|57P0.|53300|28...|3D000|25006)$/;

/** Whether an error says that the database cannot be reached, and not that a query was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (CONNECTION_CODES.has(code) || UNAVAILABLE_STATE.test(code)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}
