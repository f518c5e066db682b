import { formatLocale } from './format-locale';

/** A time in UTC, which the page's script converts to local time. */
export function Moment({ at, language }: { at: Date; language: string }) {
  const format = new Intl.DateTimeFormat(formatLocale(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return (
    <time dateTime={at.toISOString()} data-local>
      {format.format(at)} UTC
    </time>
  );
}
