const EVERY_MS = 2_000;

/** What a server that is starting does, as its supervisor prints it after "Still". */
export type StartStep =
  | 'connecting to the database'
  | 'waiting for another server that migrates the database'
  | 'migrating the database'
  | 'checking the secret key'
  | 'loading the pages';

/**
 * Tells the supervisor (scripts/lib/server-process.mjs), again and again until it is ready, what
 * this process does: one that starts slowly is waited for, one that hangs is not. Does nothing
 * without a supervisor.
 */
export function tellSupervisor(first: StartStep) {
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
    /** @param told also whether the supervisor may make a demo shop */
    ready: (told: { readonly demo: boolean }): void => {
      clearInterval(timer);
      send({ ready: true, ...told });
    },
  };
}

/** Tells the supervisor, if there is one, that this process has said why it ends; then calls back. */
export function tellReason(then: () => void): void {
  if (process.connected) process.send?.({ saidWhy: true }, undefined, undefined, then);
  else then();
}
