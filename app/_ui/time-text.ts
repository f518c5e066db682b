const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "now", "4 min ago", "2 h ago", "in 3 min"; from a day on the date, with the year when another. */
export function relativeTime(at: Date, now: number): string {
  const age = now - at.getTime();
  const size = Math.abs(age);
  if (size < MINUTE) return age >= 0 ? 'just now' : 'in a moment';
  if (size >= DAY) return dateText(at, now);
  const text = size < HOUR ? `${Math.floor(size / MINUTE)} min` : `${Math.floor(size / HOUR)} h`;
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

/** Date and time to the second in the viewer's zone, with its name. */
export function fullStamp(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'long',
  }).format(at);
}
