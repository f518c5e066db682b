const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A test compares the documentation with this schedule. */
export const RETRY_SCHEDULE = {
  /** The nth is the wait after the nth failed attempt, in ms. */
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
  /** The wait after every further failed attempt, in ms. */
  lastWaitMs: 12 * HOUR,
  /** A delivery that has not succeeded after these days is given up. */
  windowDays: 10,
} as const;

const JITTER = 0.1;

export const RETRY_WINDOW_MS = RETRY_SCHEDULE.windowDays * DAY;
export const MAX_RETRY_AFTER_MS = DAY;

export const RETRY_WINDOW_TEXT = daysText(RETRY_SCHEDULE.windowDays);

/**
 * Returns the time of the next attempt after a failed one; null if the retry window is over.
 *
 * @param attempt number of attempts so far, from 1
 * @param startedAt when the delivery began, or was last resent manually
 * @param random from 0 to 1; varies the wait by up to 10 % in either direction
 * @param retryAfterMs the endpoint's Retry-After (RFC 9110, 10.2.3), honored up to a day
 */
export function nextAttemptAt(
  attempt: number,
  startedAt: Date,
  now: Date,
  random: number,
  retryAfterMs?: number,
): Date | null {
  const wait = retryWaitMs(attempt) * (1 - JITTER + 2 * JITTER * random);
  const requestedWaitMs = Math.min(Math.max(retryAfterMs ?? 0, 0), MAX_RETRY_AFTER_MS);
  const at = now.getTime() + Math.max(wait, requestedWaitMs);
  return at > startedAt.getTime() + RETRY_WINDOW_MS ? null : new Date(Math.round(at));
}

/** Returns the wait after the nth failed attempt in ms, before the random variation. */
export function retryWaitMs(attempt: number): number {
  return RETRY_SCHEDULE.waitsMs[attempt - 1] ?? RETRY_SCHEDULE.lastWaitMs;
}

function daysText(days: number): string {
  const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
  words.push('ten', 'eleven', 'twelve', 'thirteen', 'fourteen');
  return `${words[days] ?? days} ${days === 1 ? 'day' : 'days'}`;
}

/**
 * Returns the delay that a Retry-After header requests, in seconds or as an HTTP date (RFC 9110,
 * 10.2.3); undefined if it is absent or unreadable.
 */
export function parseRetryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1_000;
  // Date.parse accepts almost any text, so a date must begin with a weekday or month.
  const at = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
