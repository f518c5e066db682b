/**
 * A clock that was ahead, and was put right, leaves moments in the future. None of them may keep
 * anything young, or waiting, for longer than its time: `lib/webhooks/correct-waits.ts` has the same
 * for the waits of webhooks.
 */

/** How far a moment is from now, in ms. One in the future gets no younger by being newer. */
export function ageMs(moment: Date | number, now: Date | number): number {
  return Math.abs(Number(now) - Number(moment));
}

/** Whether a wait goes on. One that is longer than it can be counts for nothing. */
export function waitGoesOn(until: Date | number, longestMs: number, now: Date | number): boolean {
  const leftMs = Number(until) - Number(now);
  return leftMs > 0 && leftMs <= longestMs;
}
