/**
 * When a clock that was ahead is corrected, stored times may lie in the future. They must neither
 * count as fresh nor cause long waits.
 */

/** Returns the distance in ms between a moment and now. It is positive for future moments too. */
export function ageMs(moment: Date | number, now: Date | number): number {
  return Math.abs(Number(now) - Number(moment));
}

/**
 * Whether `until` is in the future. A time more than `longestMs` ahead counts as past, because a
 * clock was wrong.
 */
export function isStillWaiting(
  until: Date | number,
  longestMs: number,
  now: Date | number,
): boolean {
  const leftMs = Number(until) - Number(now);
  return leftMs > 0 && leftMs <= longestMs;
}
