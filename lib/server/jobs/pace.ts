/** The times at which a job runs in this process. */
export interface Pace {
  /**
   * Whether to run now; called at the end of a pause. `woken` is true if a run was requested since
   * the last one.
   */
  isDue(woken: boolean): boolean;
  /** Returns the next pause; called after `isDue`. */
  pause(): Pause | Promise<Pause>;
}

export interface Pause {
  /** The pause's length when nothing ends it. */
  readonly ms: number;
  /** The minimum length of the pause; by default 0. */
  readonly minMs?: number;
}

/** Runs immediately, then after every pause of this length. */
export function runEvery(ms: number): Pace {
  return { isDue: () => true, pause: () => ({ ms }) };
}

/**
 * Runs immediately, when woken, and at the time that `next` returns. `next` is called again at
 * intervals, since it costs less than a run.
 *
 * @param next returns when a run next has something to do; null while there is nothing
 */
export function whenDue(
  clock: () => Date,
  next: () => Promise<Date | null>,
  { minMs = 0, maxMs }: { readonly minMs?: number; readonly maxMs: number },
): Pace {
  let dueAt: Date | null = new Date(0);
  return {
    isDue: (woken) => woken || (dueAt !== null && dueAt <= clock()),
    async pause() {
      dueAt = await next();
      const ms = dueAt ? dueAt.getTime() - clock().getTime() : maxMs;
      return { ms: Math.min(Math.max(ms, minMs), maxMs) };
    },
  };
}
