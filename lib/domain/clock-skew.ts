/**
 * When a clock that was ahead is corrected, stored times may lie in the future. They must neither
 * count as fresh nor cause long waits.
 */

/**
 * Returns the distance in ms between a moment and now. It is positive for future moments too, so a
 * moment far in the future does not count as fresh.
 */
export function ageMs(moment: Date | number, now: Date | number): number {
  return Math.abs(Number(now) - Number(moment));
}

/**
 * Whether a wait that ends at `until` is not over. If more than `longestMs` are left, a clock was
 * wrong, and the wait counts as over.
 */
export function isStillWaiting(
  until: Date | number,
  longestMs: number,
  now: Date | number,
): boolean {
  const leftMs = Number(until) - Number(now);
  return leftMs > 0 && leftMs <= longestMs;
}
