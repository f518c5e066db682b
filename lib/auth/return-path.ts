/** Header in which proxy.ts tells a page its path and query; a browser's own is overwritten. */
export const HERE_HEADER = 'x-here';

/** Where a user goes after signing in, unless a link asks for another page. */
export const HOME = '/dashboard';

const NOWHERE = 'http://nowhere.invalid';

/**
 * The path to return to after signing in, out of what a link asks for. Only paths of this server
 * are followed: a full URL counts when it is one, anything else leads home.
 *
 * @param asked a path or URL, from anyone
 * @param origin this server's own, as configured
 */
export function returnPath(asked: unknown, origin: string): string {
  if (typeof asked !== 'string') return HOME;
  const base = asked.startsWith('/') ? NOWHERE : undefined;
  // A tab, newline or backslash makes browsers and parsers disagree about where a URL leads.
  if (/[\s\\\p{Cc}]/u.test(asked) || !URL.canParse(asked, base)) return HOME;
  const url = new URL(asked, base);
  if (url.origin !== NOWHERE && url.origin !== origin) return HOME;
  const path = url.pathname + url.search + url.hash;
  return path === '/' || path.startsWith('//') || path.startsWith('/api/') ? HOME : path;
}
