export interface Pace {
  /**
   * Called after each pause. Returns whether to run now. `woken` is true if a run was requested
   * since the last one.
   */
  isDue(woken: boolean): boolean;
  /** Returns the next pause. Called after `isDue`. */
  pause(): Pause | Promise<Pause>;
}

export interface Pause {
  /** How long the pause is if nothing ends it. */
  readonly ms: number;
  /** The minimum pause, which a wake does not shorten. Default: 0. */
  readonly minMs?: number;
}

/** Runs the job immediately, and then after every pause of this length. */
export function createIntervalPace(ms: number): Pace {
  return { isDue: () => true, pause: () => ({ ms }) };
}

/**
 * Runs the job immediately, whenever it is woken, and at the time that `next` returns. `next` is
 * called again at intervals, because it costs less than a run.
 *
 * @param next returns when a run will next have something to do; null while that is unknown
 */
export function createDuePace(
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
