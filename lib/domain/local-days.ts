const DAY_MS = 86_400_000;

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** A month, such as "2026-11". */
export type CalendarMonth = string & { readonly [month]: true };
declare const month: unique symbol;

export function isMonth(text: string): text is CalendarMonth {
  return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);
}

/** A day, such as "2026-11-27". */
export type CalendarDay = string & { readonly [day]: true };
declare const day: unique symbol;

/** Whether the day exists, in a year from 1970 to 9999. */
export function isDay(text: string): text is CalendarDay {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1970') return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && dayName(at.getTime()) === text;
}

const dayName = (utc: number) => new Date(utc).toISOString().slice(0, 10) as CalendarDay;

/** @param days may be negative */
export function plusDays(name: CalendarDay, days: number): CalendarDay {
  return dayName(Date.parse(name) + days * DAY_MS);
}

/** @param months may be negative */
export function plusMonths(name: CalendarMonth, months: number): CalendarMonth {
  const [year = 0, number = 1] = name.split('-').map(Number);
  const first = new Date(0);
  first.setUTCFullYear(year, number - 1 + months, 1);
  return first.toISOString().slice(0, 7) as CalendarMonth;
}

export const localDay = (timeZone: string, at: Date): CalendarDay =>
  localDayConverter(timeZone)(at);

/** Returns a function that is faster than {@link localDay} for many moments. */
export function localDayConverter(timeZone: string): (at: Date) => CalendarDay {
  const clock = clockOf(timeZone);
  return (at) => dayName(wallTime(clock, at.getTime()));
}

export function localToday(timeZone: string, now: Date): { month: CalendarMonth; day: number } {
  const today = localDay(timeZone, now);
  return { month: today.slice(0, 7) as CalendarMonth, day: Number(today.slice(8)) };
}

/**
 * Returns when each day of a month begins in a time zone, and when the next month begins. A day on
 * which clocks change has 23 or 25 hours.
 */
export function monthDays(timeZone: string, name: CalendarMonth) {
  const last = plusDays(`${plusMonths(name, 1)}-01` as CalendarDay, -1);
  return daysInRange(timeZone, `${name}-01` as CalendarDay, last);
}

/**
 * Returns the days from `first` to `last` inclusive, when each begins in a time zone, and when the
 * last one ends.
 */
export function daysInRange(timeZone: string, first: CalendarDay, last: CalendarDay) {
  const clock = clockOf(timeZone);
  const begin = Date.parse(first);
  const count = Math.round((Date.parse(last) - begin) / DAY_MS) + 1;
  const at = (place: number) => new Date(momentOf(clock, begin + place * DAY_MS));
  const places = Array.from({ length: count }, (_, place) => place);
  return {
    names: places.map((place) => dayName(begin + place * DAY_MS)),
    starts: places.map(at),
    end: at(count),
  };
}

/** Returns the local time in ms, as if it were UTC. */
function wallTime(clock: Intl.DateTimeFormat, at: number): number {
  return at + offsetMs(clock, at);
}

/** Returns the moment of a local time, or the end of the gap if clocks skip that time. */
function momentOf(clock: Intl.DateTimeFormat, wall: number): number {
  // If the offsets at the first guess and at the result differ, a second guess is needed.
  const guess = wall - offsetMs(clock, wall);
  const at = wall - offsetMs(clock, guess);
  return wallTime(clock, at) >= wall ? at : wall - offsetMs(clock, at);
}

/** Callers use one formatter for many moments, because creating one is slow. */
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
