/**
 * When a clock that was ahead is corrected, stored times may lie in the future. They must neither
 * count as fresh nor cause long waits.
 */

/**
 * Returns the distance of a moment from now in ms, in either direction, so a future moment is not
 * fresh.
 */
export function ageMs(moment: Date | number, now: Date | number): number {
  return Math.abs(Number(now) - Number(moment));
}

/** Whether a wait is not over. A wait longer than the maximum counts as over. */
export function isStillWaiting(
  until: Date | number,
  longestMs: number,
  now: Date | number,
): boolean {
  const leftMs = Number(until) - Number(now);
  return leftMs > 0 && leftMs <= longestMs;
}
