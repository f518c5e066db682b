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
  const clock = clockOf(timeZone);
  const today = startOfDay(clock, now.getTime());
  // Noon stays within its day also where clocks change.
  return Array.from({ length: count }, (_, i) => {
    const noon = today + HALF_DAY_MS - (count - 1 - i) * DAY_MS;
    const start = new Date(startOfDay(clock, noon));
    return { date: dateIn(clock, noon), start };
  });
}

function startOfDay(clock: Intl.DateTimeFormat, at: number): number {
  const date = dateIn(clock, at);
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // The second round corrects for an offset change between the first guess and midnight.
  const guess = midnight - offsetMs(clock, midnight);
  const start = midnight - offsetMs(clock, guess);
  // Where clocks go forward at midnight, the day begins at the change.
  return dateIn(clock, start) === date ? start : midnight - offsetMs(clock, start);
}

function dateIn(clock: Intl.DateTimeFormat, at: number): string {
  return new Date(at + offsetMs(clock, at)).toISOString().slice(0, 10);
}

/** The clock of a zone. It is made once for all days, since making one takes longest. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}

/** How far the zone's clocks are ahead of UTC at a moment, in ms. */
function offsetMs(clock: Intl.DateTimeFormat, at: number): number {
  const parts = clock.formatToParts(at);
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
