import { isTimeZone } from './local-days';

/** Number of formats at which the cache is emptied. The pages of one viewer need fewer. */
const MAX_FORMATS = 500;

/**
 * Creating an Intl format costs about a hundred times as much as using it, so formats are cached.
 */
function madeOnce<Options, Format>(make: (locale: string | undefined, options: Options) => Format) {
  const made = new Map<string, Format>();
  return (locale: string | undefined, options: Options): Format => {
    const key = JSON.stringify([locale, options]);
    const known = made.get(key);
    if (known !== undefined) return known;
    if (made.size >= MAX_FORMATS) made.clear();
    const format = make(locale, options);
    made.set(key, format);
    return format;
  };
}

/** @param locale a BCP 47 tag; by default the process's or browser's */
export const dateFormat = madeOnce(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/** The time zone until the browser's is known, on the server and in the browser. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** IANA name of the zone of the process or browser; undefined in a browser that hides it or knows none. */
export function ownTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // Chrome may report "Etc/Unknown", which no API accepts.
  return timeZone && isTimeZone(timeZone) ? timeZone : undefined;
}

/** @param locale a BCP 47 tag; by default the process's or browser's */
export const numberFormat = madeOnce(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
