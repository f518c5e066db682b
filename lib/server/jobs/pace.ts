/** Decides when a job runs in this process. */
export interface Pace {
  /**
   * Called at the end of a pause. Returns whether to run now. `woken` is true if a run was
   * requested since the last one.
   */
  isDue(woken: boolean): boolean;
  /** Returns the next pause; called after `isDue`. */
  pause(): Pause | Promise<Pause>;
}

export interface Pause {
  /** The length of the pause if nothing ends it. */
  readonly ms: number;
  /** The minimum length of the pause; by default 0. */
  readonly minMs?: number;
}

/** Returns a pace that runs the job immediately, and then after every pause of this length. */
export function runEvery(ms: number): Pace {
  return { isDue: () => true, pause: () => ({ ms }) };
}

/**
 * Returns a pace that runs the job immediately, whenever it is woken, and at the time that `next`
 * returns. `next` is called again at intervals, since it costs less than a run.
 *
 * @param next returns when a run will next have something to do; null while that is unknown
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
