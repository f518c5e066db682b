const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The retry schedule of deliveries. Code, pages and texts use it, and a check compares the
 * documentation with it.
 */
export const RETRY_SCHEDULE = {
  /** Wait after the nth failed attempt, in ms. */
  waitsMs: [
    5 * SECOND,
    30 * SECOND,
    2 * MINUTE,
    10 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    4 * HOUR,
    8 * HOUR,
  ],
  /** Every later wait, in ms. */
  lastWaitMs: 12 * HOUR,
  /**
   * Days after the start of a delivery. After these, it makes no further attempt and is given up.
   */
  windowDays: 10,
} as const;

const JITTER = 0.1;

export const RETRY_WINDOW_MS = RETRY_SCHEDULE.windowDays * DAY;
export const MAX_RETRY_AFTER_MS = DAY;

/** "ten days": the retry window in words. */
export const RETRY_WINDOW_TEXT = daysText(RETRY_SCHEDULE.windowDays);

/**
 * Returns the time of the retry after a failed attempt, or null when the window is over.
 *
 * @param attempt number of attempts so far, from 1
 * @param startedAt when the delivery, or its last manual resend, began
 * @param random from 0 to 1; places the attempt within ±10 %
 * @param retryAfterMs the endpoint's Retry-After (RFC 9110, 10.2.3), honored up to a day
 */
export function nextAttemptAt(
  attempt: number,
  startedAt: Date,
  now: Date,
  random: number,
  retryAfterMs?: number,
): Date | null {
  const wait = waitAfterMs(attempt) * (1 - JITTER + 2 * JITTER * random);
  const requestedWaitMs = Math.min(Math.max(retryAfterMs ?? 0, 0), MAX_RETRY_AFTER_MS);
  const at = now.getTime() + Math.max(wait, requestedWaitMs);
  return at > startedAt.getTime() + RETRY_WINDOW_MS ? null : new Date(Math.round(at));
}

/** The wait after the nth failed attempt without jitter, in ms. */
export function waitAfterMs(attempt: number): number {
  return RETRY_SCHEDULE.waitsMs[attempt - 1] ?? RETRY_SCHEDULE.lastWaitMs;
}

function daysText(days: number): string {
  const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
  words.push('ten', 'eleven', 'twelve', 'thirteen', 'fourteen');
  return `${words[days] ?? days} ${days === 1 ? 'day' : 'days'}`;
}

/**
 * Returns the delay in ms from a Retry-After header (seconds or an HTTP date; RFC 9110, 10.2.3).
 * Undefined if it is absent or unreadable.
 */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1_000;
  // Date.parse accepts almost any text, so only a text that begins with a weekday or month counts
  // as a date.
  const at = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
