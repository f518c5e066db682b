/**
 * After a clock that was ahead is corrected, stored times may be in the future. Such times must
 * neither count as fresh nor cause long waits.
 */

/**
 * Returns how far a moment is from now in ms, in either direction. A moment in the future therefore
 * does not count as fresh.
 */
export function ageMs(moment: Date | number, now: Date | number): number {
  return Math.abs(Number(now) - Number(moment));
}

/**
 * Whether a wait is not over yet. A wait that would last longer than the maximum counts as over.
 */
export function isStillWaiting(
  until: Date | number,
  longestMs: number,
  now: Date | number,
): boolean {
  const leftMs = Number(until) - Number(now);
  return leftMs > 0 && leftMs <= longestMs;
}
