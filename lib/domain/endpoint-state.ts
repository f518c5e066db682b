export const ENDPOINT_STATES = [
  'paused',
  'no_attempts',
  'working',
  'some_fail',
  'failing',
] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

/** How many consecutive attempts with the same result decide an endpoint's state. */
export const ATTEMPTS_FOR_STATE = 5;

interface Attempts {
  readonly lastAt: Date | null;
  readonly failingSince: Date | null;
  /** How many of the last attempts had the same result as the newest one. */
  readonly inARow: number;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
}

/**
 * If the last five attempts, or all attempts so far, have succeeded, the endpoint is working; if
 * they have failed, it is failing. Otherwise, some attempts fail.
 */
export function endpointState(pausedAt: Date | null, attempts: Attempts): EndpointState {
  if (pausedAt) return 'paused';
  if (!attempts.lastAt) return 'no_attempts';
  const { failingSince, inARow, lastSuccessAt, lastFailureAt } = attempts;
  const hadOther = (failingSince ? lastSuccessAt : lastFailureAt) !== null;
  if (hadOther && inARow < ATTEMPTS_FOR_STATE) return 'some_fail';
  return failingSince ? 'failing' : 'working';
}
