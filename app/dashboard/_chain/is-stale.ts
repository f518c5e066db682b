/** A followed chain is read every few seconds. */
const STALE_MS = 60_000;

/**
 * Whether the last read was too long ago.
 *
 * @param now Unix time in ms
 */
export function isStale(readAt: string, now: number): boolean {
  return now - Date.parse(readAt) > STALE_MS;
}
