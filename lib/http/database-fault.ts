/** Error codes for a missing connection, from the driver (postgres.js) and from the system. */
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
 * SQLSTATE codes of operational faults: the server shuts down, starts, has no connection, memory or
 * room left, lost the connection, rejects the login, lacks the database, or is a standby. Or it had
 * so much to do that a limit of time ended the statement, its wait for a lock, or the transaction
 * between two statements.
 */
const UNAVAILABLE_STATE = /^(?:08...|57P0.|53...|28...|3D000|25006|57014|55P03|25P03|25P04)$/;

/** Whether an error means that the database is unreachable, and not that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (CONNECTION_CODES.has(code) || UNAVAILABLE_STATE.test(code)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}
