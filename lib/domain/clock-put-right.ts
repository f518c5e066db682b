/**
 * A clock that was ahead leaves moments in the future when it is put right. They must not make data count
 * as fresh for too long, nor make anything wait for too long.
 */

/** How far a moment is from now, in ms, before or after it: a moment in the future is not fresh. */
export function ageMs(moment: Date | number, now: Date | number): number {
  return Math.abs(Number(now) - Number(moment));
}

/** Whether a wait goes on. One that is longer than the longest possible wait does not. */
export function waitGoesOn(until: Date | number, longestMs: number, now: Date | number): boolean {
  const leftMs = Number(until) - Number(now);
  return leftMs > 0 && leftMs <= longestMs;
}
