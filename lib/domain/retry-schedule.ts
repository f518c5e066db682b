const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Wait after the nth failed try, in ms; every later wait is 12 hours. */
const WAITS_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
];
const LAST_WAIT_MS = 12 * HOUR;
const JITTER = 0.1;

/** A delivery is given up when its next try would fall later than this after its start. */
export const RETRY_WINDOW_MS = 10 * DAY;
export const MAX_RETRY_AFTER_MS = DAY;

/**
 * When to try again after a failed try, or null when the ten days are over.
 *
 * @param attempt how many tries were made, from 1
 * @param startedAt when the delivery (or its last resend by hand) began
 * @param random a number from 0 to 1 that places the try within ±10 %
 * @param retryAfterMs what the receiver asked for (RFC 9110, 10.2.3), honoured up to a day
 */
export function nextTryAt(
  attempt: number,
  startedAt: Date,
  now: Date,
  random: number,
  retryAfterMs?: number,
): Date | null {
  const wait = (WAITS_MS[attempt - 1] ?? LAST_WAIT_MS) * (1 - JITTER + 2 * JITTER * random);
  const asked = Math.min(Math.max(retryAfterMs ?? 0, 0), MAX_RETRY_AFTER_MS);
  const at = now.getTime() + Math.max(wait, asked);
  return at > startedAt.getTime() + RETRY_WINDOW_MS ? null : new Date(Math.round(at));
}
