/**
 * After a clock that was ahead is corrected, stored times may be in the future. Such times must not
 * count as fresh, or cause long waits.
 */

/** Returns the distance between a moment and now, in ms: a moment in the future is not fresh. */
export function ageMs(moment: Date | number, now: Date | number): number {
  return Math.abs(Number(now) - Number(moment));
}

/** Whether a wait continues. A wait beyond the longest possible one has ended. */
export function isStillWaiting(
  until: Date | number,
  longestMs: number,
  now: Date | number,
): boolean {
  const leftMs = Number(until) - Number(now);
  return leftMs > 0 && leftMs <= longestMs;
}
