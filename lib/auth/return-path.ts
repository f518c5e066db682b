import { parseUrl } from '@/lib/domain/parse-url';

/**
 * Header in which proxy.ts passes the path and query of a request to its page. It replaces a header
 * of this name that the browser sent.
 */
export const PATH_HEADER = 'x-here';

/** The page that opens after a sign-in, unless the link to the sign-in contains another page. */
export const DEFAULT_RETURN_PATH = '/dashboard';

const DUMMY_ORIGIN = 'http://nowhere.invalid';

/**
 * Returns the path to return to after a sign-in, from an untrusted path or URL in a link. Anything
 * other than a path or URL of this server gives the default page.
 */
export function toSafeReturnPath(requestedPath: unknown, origin: string): string {
  if (typeof requestedPath !== 'string') return DEFAULT_RETURN_PATH;
  const base = requestedPath.startsWith('/') ? DUMMY_ORIGIN : undefined;
  // Parsers disagree about a URL with a tab, newline or backslash, so such a URL is refused.
  const url = /[\s\\\p{Cc}]/u.test(requestedPath) ? undefined : parseUrl(requestedPath, base);
  if (!url) return DEFAULT_RETURN_PATH;
  // Protocol and host are compared, because a `blob:` URL has the origin of the URL inside it.
  const from = `${url.protocol}//${url.host}`;
  if (from !== DUMMY_ORIGIN && from !== origin) return DEFAULT_RETURN_PATH;
  const path = url.pathname + url.search + url.hash;
  return path === '/' || path.startsWith('//') || path.startsWith('/api/')
    ? DEFAULT_RETURN_PATH
    : path;
}

/** Returns the path of the page for a code, which then redirects to {@link toSafeReturnPath}. */
export function signInCodePath(requestedPath: unknown, origin: string): string {
  return `/sign-in/code?callbackUrl=${encodeURIComponent(toSafeReturnPath(requestedPath, origin))}`;
}
