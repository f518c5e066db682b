import { momentFormat } from './moment-format';

/** A time in UTC, which the page's script converts to local time. */
export function LocalizedTime({ at, language }: { at: Date; language: string }) {
  return (
    <time dateTime={at.toISOString()} data-local>
      {momentFormat(language, 'UTC').format(at)} UTC
    </time>
  );
}
