const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "in 42 s", "in 4 min 12 s", "in 2 h 10 min", "in 3 d 4 h"; "now" once the moment has come. */
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

/** A duration to read at a glance: "0 ms", "840 ms", "1.2 s", "15 s". */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 10_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 1_000)} s`;
}
