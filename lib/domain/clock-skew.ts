/**
 * After a clock that was ahead is corrected, stored times may be in the future. Such times must
 * neither count as fresh nor cause long waits.
 */

/**
 * Returns the absolute distance between a moment and now, in ms, so that a moment in the future is
 * not fresh.
 */
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
