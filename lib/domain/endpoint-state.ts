/** The state of an endpoint, from its own last attempts. */
export const ENDPOINT_STATES = [
  'paused',
  'no_attempts',
  'working',
  'some_fail',
  'failing',
] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

/** Attempts in a row with the same result after which it is the state of their endpoint. */
export const ATTEMPTS_FOR_STATE = 5;

interface Attempts {
  readonly lastAt: Date | null;
  readonly failingSince: Date | null;
  /** Attempts in a row with the result of the last one. */
  readonly inARow: number;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
}

/** An endpoint works or fails if its last five attempts did, or all that it had. */
export function endpointState(pausedAt: Date | null, attempts: Attempts): EndpointState {
  if (pausedAt) return 'paused';
  if (!attempts.lastAt) return 'no_attempts';
  const { failingSince, inARow, lastSuccessAt, lastFailureAt } = attempts;
  const hadOther = (failingSince ? lastSuccessAt : lastFailureAt) !== null;
  if (hadOther && inARow < ATTEMPTS_FOR_STATE) return 'some_fail';
  return failingSince ? 'failing' : 'working';
}
