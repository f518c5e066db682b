/** The state of a receiving host. */
export interface HostState {
  /** Failures in a row. */
  readonly failures: number;
  /** Until then nothing is sent to it; once past, one try at a time until one succeeds. */
  readonly openUntil: Date | null;
}

/**
 * What a try says of its host: `alive` is an answer that refuses this event but shows that the
 * host works; `unknown` is a try that never reached it.
 */
export type HostSign = 'success' | 'alive' | 'failure' | 'unknown';

export const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

const CLOSED: HostState = { failures: 0, openUntil: null };

/** The host's state after a try that ended at `now`. */
export function afterTry(state: HostState, sign: HostSign, now: Date): HostState {
  if (sign === 'unknown') return state;
  if (sign !== 'failure') return CLOSED;
  // Tries that were under way when it opened say nothing new.
  if (state.openUntil && state.openUntil > now) return state;
  const failures = state.failures + 1;
  if (failures < FAILURES_TO_OPEN) return { failures, openUntil: null };
  const doublings = Math.min(failures - FAILURES_TO_OPEN, 10);
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** doublings, LONGEST_PAUSE_MS);
  return { failures, openUntil: new Date(now.getTime() + pauseMs) };
}
