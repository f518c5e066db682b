import { ownTimeZone } from '@/app/_ui/intl-formats';
import { isTimeZone } from '@/lib/domain/local-days';

const COOKIE = 'blocktally-zone';
const YEAR_SECONDS = 365 * 24 * 3_600;

/** The time zone that the viewer's browser has told; UTC before its first page. */
export function toldTimeZone(cookies: {
  get(name: string): { value: string } | undefined;
}): string {
  const told = cookies.get(COOKIE)?.value ?? '';
  return isTimeZone(told) ? told : 'UTC';
}

/** The browser's own time zone, told to the server for its next page. */
export function tellTimeZone(): string {
  const own = ownTimeZone();
  if (!own) return 'UTC';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser
  document.cookie = `${COOKIE}=${own}; path=/dashboard; max-age=${YEAR_SECONDS}; samesite=lax`;
  return own;
}
