import { type AttemptDeps, attemptDelivery } from './attempt-delivery';
import { PER_HOST } from './claim';
import { claimDue } from './claim-due';
import { Nudge } from './nudge';

export interface DispatchDeps extends AttemptDeps {
  /** Called when something became due, so that it need not wait while slow receivers take time. */
  readonly nudge?: Nudge;
  /** Exchanges at once, of this process. */
  readonly maxInFlight?: number;
}

const MAX_IN_FLIGHT = 64;
/** How often new work is looked for while exchanges are under way. */
const LOOK_AGAIN_MS = 250;

/**
 * Sends every delivery that is due and those that become due meanwhile, until none is left. Any
 * number of processes may do so at once. After `signal` nothing new is begun; what is under way
 * is finished first.
 *
 * @returns how many attempts were made
 */
export async function dispatchDue(
  deps: DispatchDeps,
  clock: () => Date,
  signal?: AbortSignal,
): Promise<number> {
  const nudge = deps.nudge ?? new Nudge();
  const running = new Set<Promise<void>>();
  let attempts = 0;
  try {
    while (!signal?.aborted) {
      const limit = (deps.maxInFlight ?? MAX_IN_FLIGHT) - running.size;
      const bounds = { limit, perHost: deps.perHost ?? PER_HOST };
      // An attempt that ends while we look makes room that the look did not see.
      const alone = running.size === 0;
      const claims = await claimDue(deps.db, clock, bounds);
      attempts += claims.length;
      for (const claim of claims) {
        const run: Promise<void> = attemptDelivery(deps, claim, clock).finally(() => {
          running.delete(run);
          nudge.call();
        });
        running.add(run);
      }
      if (alone && claims.length === 0) break;
      await nudge.wait(LOOK_AGAIN_MS);
    }
  } finally {
    await Promise.all(running);
  }
  return attempts;
}
