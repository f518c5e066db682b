/**
 * Whether a statement failed because its connection was lost. Codes of the driver and of PostgreSQL
 * show this.
 */
export function isConnectionLost(error: unknown): boolean {
  return isFrom(
    error,
    ({ syscall, severity, code }) =>
      /^(?:read|write|connect|getaddrinfo)$/.test(`${syscall}`) ||
      /^(?:FATAL|PANIC)$/.test(`${severity}`) ||
      /^CONNECTION_(?:CLOSED|DESTROYED|ENDED)$|^CONNECT_TIMEOUT$/.test(`${code}`) ||
      // TLS errors, and errors of sockets that the other side closed, have these codes but no
      // syscall.
      /^(?:ECONNRESET|EPIPE)$/.test(`${code}`),
  );
}

/**
 * SQLSTATE codes of operational faults: the server is shutting down, starting, a standby, or out of
 * connections, memory or disk; the connection was lost; the login is rejected; the database does
 * not exist; or a timeout ended a statement, a lock wait or an idle transaction on a busy server.
 */
const UNAVAILABLE_STATE = /^(?:08...|57P0.|53...|28...|3D000|25006|57014|55P03|25P03|25P04)$/;

/** Whether an error means that the database is unavailable, rather than that a query is wrong. */
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

/** The fields that matter in errors of the driver, of a socket and of PostgreSQL. */
export interface ErrorFields {
  readonly syscall?: unknown;
  readonly severity?: unknown;
  readonly code?: unknown;
  readonly message?: string;
}

/** Returns the error and its causes, including the failed attempts at each address of a name. */
export function errorChain(error: unknown): ErrorFields[] {
  if (!(error instanceof Error)) return [];
  const attempts = error instanceof AggregateError ? error.errors.flatMap(errorChain) : [];
  return [error as ErrorFields, ...attempts, ...errorChain(error.cause)];
}

const isFrom = (error: unknown, matches: (facts: ErrorFields) => boolean) =>
  errorChain(error).some(matches);
