const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "just now", "4 min ago", "in 3 min"; the date after a day, with the year unless it is this one. */
export function relativeTime(at: Date, now: number): string {
  const age = now - at.getTime();
  const size = Math.abs(age);
  if (size < MINUTE_MS) return age >= 0 ? 'just now' : 'in a moment';
  if (size >= DAY_MS) return dateText(at, now);
  const text =
    size < HOUR_MS ? `${Math.floor(size / MINUTE_MS)} min` : `${Math.floor(size / HOUR_MS)} h`;
  return age > 0 ? `${text} ago` : `in ${text}`;
}

function dateText(at: Date, now: number): string {
  const sameYear = at.getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(!sameYear && { year: 'numeric' }),
  }).format(at);
}

/** Date, time to the second and name of the time zone. */
export function fullStamp(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'long',
  }).format(at);
}

/** An age in ms as "12 s", "4 min", "3 h 20 min" or "5 d". */
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
const DAY = 24 * HOUR;

/** "in 42 s", "in 4 min 12 s", "in 2 h 10 min", "in 3 d 4 h"; "now" from the moment on. */
export function countdownText(iso: string, now: number): string {
  const left = Math.ceil((Date.parse(iso) - now) / 1_000);
  if (left <= 0) return 'now';
  if (left < MINUTE) return `in ${left} s`;
  if (left < HOUR) return `in ${Math.floor(left / MINUTE)} min ${left % MINUTE} s`;
  if (left < DAY) {
    return `in ${Math.floor(left / HOUR)} h ${Math.floor((left % HOUR) / MINUTE)} min`;
  }
  return `in ${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / HOUR)} h`;
}

/** A duration: "0 ms", "840 ms", "1.2 s", "15 s". */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 10_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 1_000)} s`;
}
