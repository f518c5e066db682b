import { parseUrl } from '@/lib/domain/parse-url';

/**
 * Header in which proxy.ts passes the path and query of a request to its page. It replaces a header
 * of this name that the browser sent.
 */
export const PATH_HEADER = 'x-here';

/** The page that opens after a sign-in, unless the link to the sign-in contains another page. */
export const HOME = '/dashboard';

const DUMMY_ORIGIN = 'http://nowhere.invalid';

/**
 * Returns the path to return to after a sign-in. Accepts only paths and URLs of this server, and
 * returns the default page for anything else.
 *
 * @param requestedPath a path or URL from a link, untrusted
 * @param origin the configured origin of this server
 */
export function returnPath(requestedPath: unknown, origin: string): string {
  if (typeof requestedPath !== 'string') return HOME;
  const base = requestedPath.startsWith('/') ? DUMMY_ORIGIN : undefined;
  // Browsers and parsers read a URL with a tab, newline or backslash differently, so such a URL is
  // refused.
  const url = /[\s\\\p{Cc}]/u.test(requestedPath) ? undefined : parseUrl(requestedPath, base);
  if (!url) return HOME;
  // A `blob:` URL has the origin of the URL inside it, so the protocol and host are compared
  // instead of the origin.
  const from = `${url.protocol}//${url.host}`;
  if (from !== DUMMY_ORIGIN && from !== origin) return HOME;
  const path = url.pathname + url.search + url.hash;
  return path === '/' || path.startsWith('//') || path.startsWith('/api/') ? HOME : path;
}

/**
 * Returns the path of the page that asks for a code. After the code, that page leads to the page
 * that {@link returnPath} allows.
 */
export function codePath(requestedPath: unknown, origin: string): string {
  return `/sign-in/code?callbackUrl=${encodeURIComponent(returnPath(requestedPath, origin))}`;
}
