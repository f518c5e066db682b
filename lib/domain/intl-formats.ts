import { isTimeZone } from './local-days';

/** When the cache has this many formats, it is emptied. One viewer's pages need fewer. */
const MAX_FORMATS = 500;

/** Caches formats. Creating an Intl format takes about a hundred times as long as using it. */
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

export const cachedDateFormat = madeOnce(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

export const DEFAULT_TIME_ZONE = 'UTC';

/** Returns the IANA time zone of the process or browser; undefined if the browser hides it. */
export function systemTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // Chrome may report "Etc/Unknown", which no API accepts.
  return timeZone && isTimeZone(timeZone) ? timeZone : undefined;
}

export const cachedNumberFormat = madeOnce(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
