import { countWithNoun } from '@/lib/domain/count-with-noun';
import { cachedDateFormat } from '@/lib/domain/intl-formats';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Returns "just now", "4 min ago" or "in 3 min". After a day, returns the date, with the year
 * unless it is the current one.
 *
 * @param now Unix time in ms
 * @param timeZone IANA name; by default the zone of the process or browser
 */
export function relativeTime(at: Date, now: number, timeZone?: string): string {
  const age = now - at.getTime();
  const size = Math.abs(age);
  if (size < MINUTE_MS) return age >= 0 ? 'just now' : 'in a moment';
  if (size >= DAY_MS) return dateText(at, now, timeZone);
  const text =
    size < HOUR_MS ? `${Math.floor(size / MINUTE_MS)} min` : `${Math.floor(size / HOUR_MS)} h`;
  return age > 0 ? `${text} ago` : `in ${text}`;
}

/**
 * Like {@link relativeTime}, but returns "just now" for a future time, because the viewer's clock
 * may be behind the server's.
 */
export function formatRelativePastTime(at: Date, now: number, timeZone?: string): string {
  return relativeTime(at, Math.max(now, at.getTime()), timeZone);
}

function dateText(at: Date, now: number, timeZone: string | undefined): string {
  const year = (moment: Date) => textOf(moment, { year: 'numeric', timeZone });
  const sameYear = year(at) === year(new Date(now));
  return textOf(at, { ...DAY, ...(!sameYear && { year: 'numeric' }), timeZone });
}

/** Returns the time to the second, with the date unless it is today. */
export function formatTimeToSecond(at: Date, now: number, timeZone?: string): string {
  const day = (moment: Date) => textOf(moment, { dateStyle: 'short', timeZone });
  const time = textOf(at, { timeStyle: 'medium', timeZone });
  const sameDay = day(at) === day(new Date(now));
  return sameDay ? time : `${textOf(at, { ...DAY, timeZone })}, ${time}`;
}

/** Returns the time to the minute, with the date unless it is today. */
export function formatTimeToMinute(at: Date, now: number, timeZone?: string): string {
  return formatTimeToSecond(at, now, timeZone).replace(/:\d\d$/, '');
}

export function shortStamp(at: Date, timeZone?: string): string {
  return textOf(at, { dateStyle: 'medium', timeStyle: 'short', timeZone });
}

export function fullStamp(at: Date, timeZone?: string): string {
  return textOf(at, { ...FULL, timeZone });
}

/** Returns a text such as "2026-05-01 12:30:00 UTC". */
export function utcStamp(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
/** Shows the offset from UTC, because browsers and Node.js name zones differently. */
const FULL: Intl.DateTimeFormatOptions = {
  ...DAY,
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'shortOffset',
};

function textOf(at: Date, options: Intl.DateTimeFormatOptions): string {
  return cachedDateFormat('en-GB', options).format(at);
}

/** Returns the age in its largest unit: "now", "4 min", "3 h", "2 d". */
export function briefAge(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (age < MINUTE_MS) return 'now';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  return age < DAY_MS ? `${Math.floor(age / HOUR_MS)} h` : `${Math.floor(age / DAY_MS)} d`;
}

/** Returns an age in ms as "12 s", "4 min", "3 h 20 min" or "5 d". */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const FULL_DAY = 24 * HOUR;

/** Returns "in 42 s", "in 4 min 12 s", "in 2 h 10 min" or "in 3 d 4 h"; "now" for a past time. */
export function countdownText(iso: string, now: number): string {
  const left = Math.ceil((Date.parse(iso) - now) / 1_000);
  if (left <= 0) return 'now';
  if (left < MINUTE) return `in ${left} s`;
  if (left < HOUR) return `in ${Math.floor(left / MINUTE)} min ${left % MINUTE} s`;
  if (left < FULL_DAY) {
    return `in ${Math.floor(left / HOUR)} h ${Math.floor((left % HOUR) / MINUTE)} min`;
  }
  return `in ${Math.floor(left / FULL_DAY)} d ${Math.floor((left % FULL_DAY) / HOUR)} h`;
}

/** Returns a period in words: "15 minutes", "1 hour 30 minutes", "1 day". */
export function formatPeriodInWords(seconds: number): string {
  const parts = [
    [Math.floor(seconds / FULL_DAY), 'day'],
    [Math.floor((seconds % FULL_DAY) / HOUR), 'hour'],
    [Math.floor((seconds % HOUR) / MINUTE), 'minute'],
    [seconds % MINUTE, 'second'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => countWithNoun(count, unit, `${unit}s`))
    .join(' ');
}

/** Returns "0 ms", "840 ms", "1.2 s" or "15 s". */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 10_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 1_000)} s`;
}
