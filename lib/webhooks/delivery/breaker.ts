import type { ExchangeResult } from '../transport/progress';

export interface HostBreakerState {
  readonly failures: number;
  /** The end of the pause. After it, only one attempt at a time is made until one succeeds. */
  readonly openUntil: Date | null;
}

/**
 * What an attempt shows about its host. `alive`: the host works, but refused the event. `unknown`:
 * the attempt did not reach the host.
 */
export type HostHealthSign = 'success' | 'alive' | 'failure' | 'unknown';

export const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 15 * 60_000;

const CLOSED: HostBreakerState = { failures: 0, openUntil: null };

export function toHostHealthSign({ ok, status, fault }: ExchangeResult): HostHealthSign {
  if (ok) return 'success';
  if (fault) return fault.kind === 'blocked' || fault.kind === 'unsigned' ? 'unknown' : 'failure';
  return status === null || status >= 500 || status === 429 ? 'failure' : 'alive';
}

export function advanceHostBreaker(
  state: HostBreakerState,
  sign: HostHealthSign,
  now: Date,
): HostBreakerState {
  if (sign === 'unknown') return state;
  if (sign !== 'failure') return CLOSED;
  // During the pause, only attempts end that began earlier. Their failures show nothing new.
  if (state.openUntil && state.openUntil > now) return state;
  const failures = state.failures + 1;
  if (failures < FAILURES_TO_OPEN) return { failures, openUntil: null };
  const doublings = Math.min(failures - FAILURES_TO_OPEN, 10);
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** doublings, MAX_PAUSE_MS);
  return { failures, openUntil: new Date(now.getTime() + pauseMs) };
}
