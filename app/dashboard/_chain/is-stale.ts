/**
 * A chain is stale if it has not been read for this long. A followed chain is read every few
 * seconds.
 */
const STALE_MS = 60_000;

/** Whether a chain was last read so long ago that something is wrong. @param now Unix time in ms */
export function isStale(readAt: string, now: number): boolean {
  return now - Date.parse(readAt) > STALE_MS;
}
