/** Whether a statement failed because its connection was lost: codes of the driver and of PostgreSQL. */
export function isConnectionLost(error: unknown): boolean {
  return isFrom(
    error,
    ({ syscall, severity, code }) =>
      /^(?:read|write|connect|getaddrinfo)$/.test(`${syscall}`) ||
      /^(?:FATAL|PANIC)$/.test(`${severity}`) ||
      /^CONNECTION_(?:CLOSED|DESTROYED|ENDED)$|^CONNECT_TIMEOUT$/.test(`${code}`) ||
      // Of TLS and of sockets that the other side has ended, which name no system call.
      /^(?:ECONNRESET|EPIPE)$/.test(`${code}`),
  );
}

/**
 * SQLSTATE codes of operational faults: the server shuts down, starts, has no connection, memory or
 * room left, lost the connection, rejects the login, lacks the database, or is a standby. Or it had
 * so much to do that a limit of time ended the statement, its wait for a lock, or the transaction
 * between two statements.
 */
const UNAVAILABLE_STATE = /^(?:08...|57P0.|53...|28...|3D000|25006|57014|55P03|25P03|25P04)$/;

/** Whether an error means that the database cannot be used now, and not that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return isConnectionLost(error) || isFrom(error, ({ code }) => UNAVAILABLE_STATE.test(`${code}`));
}

/** Whether a statement failed because this process has closed its connections. */
export function isClosedHere(error: unknown): boolean {
  return isFrom(error, ({ code }) => code === 'CONNECTION_ENDED');
}

/** Whether a statement failed because the database's host does not answer. */
export function isUnreachable(error: unknown): boolean {
  return isFrom(error, ({ code }) =>
    /^(?:CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(`${code}`),
  );
}

/** The facts in errors of the driver, of a socket and of PostgreSQL. */
interface Facts {
  readonly syscall?: unknown;
  readonly severity?: unknown;
  readonly code?: unknown;
}

/** The error, the attempts at several addresses of a name, and its causes. */
export function causesOf(error: unknown): Facts[] {
  if (!(error instanceof Error)) return [];
  const attempts = error instanceof AggregateError ? error.errors.flatMap(causesOf) : [];
  return [error as Facts, ...attempts, ...causesOf(error.cause)];
}

const isFrom = (error: unknown, isSuch: (facts: Facts) => boolean) => causesOf(error).some(isSuch);
