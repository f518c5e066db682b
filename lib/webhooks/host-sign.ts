import type { HostSign } from './breaker';
import type { ExchangeResult } from './send';

/** What a try says of its host: only what reached it, or failed to, counts. */
export function hostSign({ ok, status, fault }: ExchangeResult): HostSign {
  if (ok) return 'success';
  if (fault) return fault.kind === 'blocked' || fault.kind === 'unsigned' ? 'unknown' : 'failure';
  return status === null || status >= 500 || status === 429 ? 'failure' : 'alive';
}
