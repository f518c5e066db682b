const DAY_HOURS = 24;
const HOUR_MS = 3_600_000;

/** Whether a text is the name of a time zone (IANA), such as "Europe/Berlin". */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The starts of the last `count` days of a time zone, ascending; the last one is the day of `now`.
 * Days are 23 or 25 hours long where clocks change.
 *
 * @param stepHours 24; 6 divides days into parts that begin at the same local hours, and 168
 *   combines whole weeks, the last of which ends today
 */
export function localStarts(
  timeZone: string,
  count: number,
  now: Date,
  stepHours: 6 | 24 | 168 = DAY_HOURS,
): Date[] {
  const clock = clockOf(timeZone);
  const today = new Date(wallTime(clock, now.getTime())).setUTCHours(0, 0, 0, 0);
  const first = (1 - count) * DAY_HOURS;
  return Array.from({ length: (count * DAY_HOURS) / stepHours }, (_, nth) => {
    const hours = first + nth * stepHours;
    return new Date(momentOf(clock, today + hours * HOUR_MS));
  });
}

/**
 * Formats moments in a time zone, with their UTC offset (RFC 3339): "2026-05-03T06:00:00+02:00".
 */
export function localIso(timeZone: string): (at: Date) => string {
  const clock = clockOf(timeZone);
  return (at) => {
    const offset = offsetMs(clock, at.getTime());
    const wall = new Date(at.getTime() + offset).toISOString().slice(0, 19);
    const ahead = new Date(Math.abs(offset)).toISOString().slice(11, 16);
    return `${wall}${offset < 0 ? '-' : '+'}${ahead}`;
  };
}

/** The zone's local time at a moment, as if it were UTC, in ms. */
function wallTime(clock: Intl.DateTimeFormat, at: number): number {
  return at + offsetMs(clock, at);
}

/** The moment of a local time; the first one after it if clocks skip it. */
function momentOf(clock: Intl.DateTimeFormat, wall: number): number {
  // The second round corrects for an offset change between the first guess and the time.
  const guess = wall - offsetMs(clock, wall);
  const at = wall - offsetMs(clock, guess);
  return wallTime(clock, at) >= wall ? at : wall - offsetMs(clock, at);
}

/** The formatter of a zone. It is reused for all days, since creating it is expensive. */
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

/** The zone's UTC offset at a moment, in ms. */
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
