import { parseUrl } from '@/lib/domain/parse-url';

/** Header in which proxy.ts passes a page its path and query; a browser's own is overwritten. */
export const PATH_HEADER = 'x-here';

/** The page after sign-in, unless a link has another one. */
export const HOME = '/dashboard';

const DUMMY_ORIGIN = 'http://nowhere.invalid';

/**
 * Returns the path to return to after sign-in, from the parameter of a link. Only paths and URLs of
 * this server are accepted; anything else gives the default page.
 *
 * @param asked a path or URL, untrusted
 * @param origin the configured origin of this server
 */
export function returnPath(asked: unknown, origin: string): string {
  if (typeof asked !== 'string') return HOME;
  const base = asked.startsWith('/') ? DUMMY_ORIGIN : undefined;
  // Browsers and parsers read a URL with a tab, newline or backslash differently.
  const url = /[\s\\\p{Cc}]/u.test(asked) ? undefined : parseUrl(asked, base);
  if (!url) return HOME;
  // url.origin of a blob: URL is the origin of the URL in it.
  const from = `${url.protocol}//${url.host}`;
  if (from !== DUMMY_ORIGIN && from !== origin) return HOME;
  const path = url.pathname + url.search + url.hash;
  return path === '/' || path.startsWith('//') || path.startsWith('/api/') ? HOME : path;
}

/** The page that asks for a code, and then leads to the page that {@link returnPath} allows. */
export function codePath(asked: unknown, origin: string): string {
  return `/sign-in/code?callbackUrl=${encodeURIComponent(returnPath(asked, origin))}`;
}
