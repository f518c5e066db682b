/** The supervisor prints these after "Still". */
export type StartStep =
  | 'connecting to the database'
  | 'waiting for another server that migrates the database'
  | 'migrating the database'
  | 'checking the secret key'
  | 'loading the pages';

/**
 * Reports each step of the start to the supervisor (scripts/lib/server-process.mjs). Does nothing
 * without a supervisor.
 */
export function reportToSupervisor(first: StartStep) {
  const send = (message: object) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
  };
  const begins = (step: StartStep): void => send({ step });
  begins(first);
  return {
    begins,
    /** @param facts whether the supervisor may create a demo shop */
    ready: (facts: { readonly demo: boolean }): void => send({ ready: true, ...facts }),
  };
}

/**
 * Tells the supervisor that this process has already logged why it ends, and then calls `then`.
 * Without a supervisor, it only calls `then`.
 */
export function reportExitReasonLogged(then: () => void): void {
  if (process.connected) process.send?.({ reasonPrinted: true }, undefined, undefined, then);
  else then();
}
