import { localeWithLatinDigits } from '@/lib/domain/locale-with-latin-digits';

/**
 * Formats date and time to the minute. In English, the day comes first and the clock has 24 hours,
 * which readers of every region understand: "25 Nov 2026, 19:23".
 *
 * @param timeZone IANA name; by default the browser's
 */
export function momentFormat(language: string, timeZone?: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(localeWithLatinDigits(language === 'en' ? 'en-GB' : language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  });
}
