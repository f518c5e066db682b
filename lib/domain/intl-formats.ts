import { isTimeZone } from './local-days';

/**
 * Maximum number of cached formats, at which the cache is emptied. The pages of one viewer need
 * fewer.
 */
const MAX_FORMATS = 500;

/**
 * Returns a function that caches the formats it creates. Creating an Intl format takes about a
 * hundred times as long as using it.
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

/**
 * Returns a date format. @param locale a BCP 47 tag; by default the locale of the process or
 * browser
 */
export const dateFormat = madeOnce(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/**
 * The time zone that is used, on the server and in the browser, until the browser's zone is known.
 */
export const DEFAULT_TIME_ZONE = 'UTC';

/**
 * Returns the IANA name of the process's or browser's time zone; undefined in a browser that hides
 * it or does not know it.
 */
export function ownTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // Chrome may report "Etc/Unknown", which no API accepts.
  return timeZone && isTimeZone(timeZone) ? timeZone : undefined;
}

/**
 * Returns a number format. @param locale a BCP 47 tag; by default the locale of the process or
 * browser
 */
export const numberFormat = madeOnce(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
