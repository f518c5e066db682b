import { parseUrl } from '@/lib/domain/parse-url';

/**
 * Header in which proxy.ts passes the path and query of a request to its page. A browser's own
 * header is replaced.
 */
export const PATH_HEADER = 'x-here';

/** The page after sign-in, unless a link contains another one. */
export const HOME = '/dashboard';

const DUMMY_ORIGIN = 'http://nowhere.invalid';

/**
 * Returns the path to return to after sign-in, from the parameter of a link. Only paths and URLs of
 * this server are accepted; anything else gives the default page.
 *
 * @param requestedPath a path or URL, untrusted
 * @param origin the configured origin of this server
 */
export function returnPath(requestedPath: unknown, origin: string): string {
  if (typeof requestedPath !== 'string') return HOME;
  const base = requestedPath.startsWith('/') ? DUMMY_ORIGIN : undefined;
  // Browsers and parsers disagree about a URL with a tab, newline or backslash, so such a URL is
  // refused.
  const url = /[\s\\\p{Cc}]/u.test(requestedPath) ? undefined : parseUrl(requestedPath, base);
  if (!url) return HOME;
  // The origin of a blob: URL is the origin of the URL inside it, so protocol and host are compared
  // instead.
  const from = `${url.protocol}//${url.host}`;
  if (from !== DUMMY_ORIGIN && from !== origin) return HOME;
  const path = url.pathname + url.search + url.hash;
  return path === '/' || path.startsWith('//') || path.startsWith('/api/') ? HOME : path;
}

/**
 * Returns the path of the page that asks for a code. That page then leads to the page that {@link
 * returnPath} allows.
 */
export function codePath(requestedPath: unknown, origin: string): string {
  return `/sign-in/code?callbackUrl=${encodeURIComponent(returnPath(requestedPath, origin))}`;
}
