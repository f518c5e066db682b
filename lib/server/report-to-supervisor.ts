const EVERY_MS = 2_000;

/** The supervisor prints these after "Still". */
export type StartStep =
  | 'connecting to the database'
  | 'waiting for another server that migrates the database'
  | 'migrating the database'
  | 'checking the secret key'
  | 'loading the pages';

/**
 * Reports the current step to the supervisor (scripts/lib/server-process.mjs) again and again until
 * the server is ready. The supervisor thus waits for a slow start, but not for a hanging one. Does
 * nothing without a supervisor.
 */
export function reportToSupervisor(first: StartStep) {
  let step = first;
  const send = (message: object) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
  };
  const sayStep = () => send({ step });
  sayStep();
  const timer = setInterval(sayStep, EVERY_MS).unref();
  return {
    begins: (next: StartStep): void => {
      step = next;
      sayStep();
    },
    /** @param facts whether the supervisor may create a demo shop */
    ready: (facts: { readonly demo: boolean }): void => {
      clearInterval(timer);
      send({ ready: true, ...facts });
    },
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
