/** The states of an endpoint, as its last attempts show. */
export const ENDPOINT_STATES = [
  'paused',
  'no_attempts',
  'working',
  'some_fail',
  'failing',
] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

/** The number of consecutive attempts with the same result that decide the state of an endpoint. */
export const ATTEMPTS_FOR_STATE = 5;

interface Attempts {
  readonly lastAt: Date | null;
  readonly failingSince: Date | null;
  /**
   * The number of last attempts, without interruption, that had the same result as the very last
   * one.
   */
  readonly inARow: number;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
}

/**
 * Returns the state of an endpoint. It is working or failing if its last five attempts all had that
 * result, or if all of its attempts did.
 */
export function endpointState(pausedAt: Date | null, attempts: Attempts): EndpointState {
  if (pausedAt) return 'paused';
  if (!attempts.lastAt) return 'no_attempts';
  const { failingSince, inARow, lastSuccessAt, lastFailureAt } = attempts;
  const hadOther = (failingSince ? lastSuccessAt : lastFailureAt) !== null;
  if (hadOther && inARow < ATTEMPTS_FOR_STATE) return 'some_fail';
  return failingSince ? 'failing' : 'working';
}
