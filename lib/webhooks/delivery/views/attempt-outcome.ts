import type { AttemptRow } from './read-attempts';

/** `unknown`: the sender crashed during the attempt, so it may or may not have arrived. */
export type AttemptOutcome = 'delivered' | 'failed' | 'running' | 'unknown';

/** The outcome of an attempt on record. */
export function recordedOutcome({
  finishedAt,
  errorCode,
}: Pick<AttemptRow, 'finishedAt' | 'errorCode'>): AttemptOutcome {
  if (!finishedAt) return 'unknown';
  return errorCode === null ? 'delivered' : 'failed';
}
