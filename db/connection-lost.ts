export function isConnectionLost(error: unknown): boolean {
  return isFrom(
    error,
    ({ syscall, severity, code }) =>
      /^(?:read|write|connect|getaddrinfo)$/.test(`${syscall}`) ||
      /^(?:FATAL|PANIC)$/.test(`${severity}`) ||
      /^CONNECTION_(?:CLOSED|DESTROYED|ENDED)$|^CONNECT_TIMEOUT$/.test(`${code}`) ||
      // TLS errors, and errors of sockets that the other side closed, have no syscall.
      /^(?:ECONNRESET|EPIPE)$/.test(`${code}`),
  );
}

/**
 * SQLSTATE codes of operational faults: PostgreSQL is down, full or a standby, the connection or
 * the login fails, or a timeout on a busy server ended the statement.
 */
const UNAVAILABLE_STATE = /^(?:08...|57P0.|53...|28...|3D000|25006|57014|55P03|25P03|25P04)$/;

/** Whether an error means that the database is unavailable, rather than that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return isConnectionLost(error) || isFrom(error, ({ code }) => UNAVAILABLE_STATE.test(`${code}`));
}

export function isClosedByThisProcess(error: unknown): boolean {
  return isFrom(error, ({ code }) => code === 'CONNECTION_ENDED');
}

export function isUnreachable(error: unknown): boolean {
  return isFrom(error, ({ code }) =>
    /^(?:CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(`${code}`),
  );
}

export interface DriverErrorFields {
  readonly syscall?: unknown;
  readonly severity?: unknown;
  readonly code?: unknown;
  readonly message?: string;
}

/** Returns the error, its causes, and the failed attempts inside an AggregateError. */
export function errorChain(error: unknown): DriverErrorFields[] {
  if (!(error instanceof Error)) return [];
  const attempts = error instanceof AggregateError ? error.errors.flatMap(errorChain) : [];
  return [error as DriverErrorFields, ...attempts, ...errorChain(error.cause)];
}

const isFrom = (error: unknown, matches: (facts: DriverErrorFields) => boolean) =>
  errorChain(error).some(matches);
