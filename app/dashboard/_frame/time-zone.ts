import { isTimeZone } from '@/lib/domain/local-days';

const COOKIE = 'blocktally-zone';
const YEAR_SECONDS = 365 * 24 * 3_600;

/** Returns the cookie's time zone; undefined until a page has set the cookie. */
export function readTimeZoneCookie(cookies: {
  get(name: string): { value: string } | undefined;
}): string | undefined {
  const stored = cookies.get(COOKIE)?.value;
  return stored && isTimeZone(stored) ? stored : undefined;
}

export function storeTimeZone(own: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser
  document.cookie = `${COOKIE}=${own}; path=/dashboard; max-age=${YEAR_SECONDS}; samesite=lax`;
}
