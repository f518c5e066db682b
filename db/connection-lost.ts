/** Whether a statement failed because its connection was lost: codes of the driver and of PostgreSQL. */
export function isConnectionLost(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('syscall' in cause && /^(?:read|write|connect)$/.test(String(cause.syscall))) return true;
    if ('severity' in cause && /^(?:FATAL|PANIC)$/.test(String(cause.severity))) return true;
    if (
      'code' in cause &&
      /^CONNECTION_(?:CLOSED|DESTROYED|ENDED)$|^CONNECT_TIMEOUT$/.test(String(cause.code))
    )
      return true;
  }
  return false;
}

/** Whether a statement failed because the database's host does not answer. */
export function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (
      'code' in cause &&
      /^(?:CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(String(cause.code))
    )
      return true;
  }
  return false;
}
