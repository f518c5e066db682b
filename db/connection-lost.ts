/** Whether a statement failed because its connection was lost: codes of the driver and of PostgreSQL. */
export function isConnectionLost(error: unknown): boolean {
  return isFrom(
    error,
    ({ syscall, severity, code }) =>
      /^(?:read|write|connect)$/.test(`${syscall}`) ||
      /^(?:FATAL|PANIC)$/.test(`${severity}`) ||
      /^CONNECTION_(?:CLOSED|DESTROYED|ENDED)$|^CONNECT_TIMEOUT$/.test(`${code}`),
  );
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

/** What errors of the driver, of a socket and of PostgreSQL say of themselves. */
interface Facts {
  readonly syscall?: unknown;
  readonly severity?: unknown;
  readonly code?: unknown;
}

/** Whether the error or one of its causes is such a one: a name may have several addresses to try. */
function isFrom(error: unknown, isSuch: (facts: Facts) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isSuch(cause as Facts)) return true;
    if (cause instanceof AggregateError && cause.errors.some((one) => isFrom(one, isSuch)))
      return true;
  }
  return false;
}
