/** A day in a time zone. */
export interface LocalDay {
  /** Such as "2026-05-01". */
  readonly date: string;
  /** Its first moment. */
  readonly start: Date;
}

const HALF_DAY_MS = 12 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** Whether a text is the name of a time zone (IANA), such as "Europe/Berlin". */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The last `count` days of a time zone, oldest first; the last one is the day of `now`. Days are
 * 23 or 25 hours long where clocks change.
 */
export function localDays(timeZone: string, count: number, now: Date): LocalDay[] {
  const today = startOfDay(timeZone, now.getTime());
  // Noon stays within its day also where clocks change.
  return Array.from({ length: count }, (_, i) => {
    const noon = today + HALF_DAY_MS - (count - 1 - i) * DAY_MS;
    const start = new Date(startOfDay(timeZone, noon));
    return { date: dateIn(timeZone, noon), start };
  });
}

function startOfDay(timeZone: string, at: number): number {
  const date = dateIn(timeZone, at);
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // The second round corrects for an offset change between the first guess and midnight.
  const guess = midnight - offsetMs(timeZone, midnight);
  const start = midnight - offsetMs(timeZone, guess);
  // Where clocks go forward at midnight, the day begins at the change.
  return dateIn(timeZone, start) === date ? start : midnight - offsetMs(timeZone, start);
}

function dateIn(timeZone: string, at: number): string {
  return new Date(at + offsetMs(timeZone, at)).toISOString().slice(0, 10);
}

/** How far the zone's clocks are ahead of UTC at a moment, in ms. */
function offsetMs(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value ?? 0);
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - Math.floor(at / 1_000) * 1_000;
}
