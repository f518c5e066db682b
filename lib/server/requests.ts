import type { IncomingMessage } from 'node:http';
import { parseUrl } from '@/lib/domain/parse-url';
import { PEER_HEADER } from '@/lib/net/client-ip';
import { ownSite, SITE_HEADER, type Sites, siteHeaderValue } from '@/lib/net/own-site';

/**
 * The path segment that replaces an unreadable segment (U+FFFD). No route matches it, so the
 * response is 404.
 */
const UNREADABLE = encodeURIComponent('\ufffd');

/** Methods that the Fetch standard forbids in a Request. */
const FORBIDDEN = /^(?:CONNECT|TRACE|TRACK)$/i;

/** Normalizes a request before route handlers and pages get it. */
export function prepareRequest(request: IncomingMessage, appUrls: Sites): void {
  makeReadable(request);
  recordPeerAddress(request);
  recordSite(request, appUrls);
}

/**
 * Replaces an unreadable target, a forbidden method and an unreadable origin. For these, Next.js
 * would respond with an internal error, or proxy the request to its own host.
 */
function makeReadable(request: IncomingMessage): void {
  request.url = readableTarget(request.url ?? '/');
  // A forbidden method is replaced by one that no route has, so the response is 405.
  if (FORBIDDEN.test(request.method ?? '')) request.method = 'UNKNOWN';
  // An unreadable origin becomes "null", which browsers send for pages without an origin.
  const { origin } = request.headers;
  if (origin !== undefined && !parseUrl(origin)) request.headers.origin = 'null';
}

/** Sets the header with the peer's address, and overwrites one that the client sent. */
function recordPeerAddress({ headers, socket }: IncomingMessage): void {
  headers[PEER_HEADER] = socket.remoteAddress ?? '';
}

/**
 * Sets the header with the name by which the request reached us, and overwrites one that the client
 * sent. If a form comes from a page under this name, also sets the host that Next.js compares with
 * Origin, because a reverse proxy may send another Host.
 */
function recordSite({ headers }: IncomingMessage, appUrls: Sites): void {
  const header = (name: string) => headers[name]?.toString();
  headers[SITE_HEADER] = siteHeaderValue(header, appUrls);
  const site = ownSite(header, appUrls);
  if (site && headers.origin === site.origin) headers['x-forwarded-host'] = site.host;
}

const FOR_API = /^\/v1(?:[/?#]|$)/;

export const isForApi = ({ url = '' }: IncomingMessage): boolean => FOR_API.test(url);

const FOR_GREENFIELD = /^\/api\/v1(?:[/?#]|$)/;

/** Whether a request is for BTCPay's API. */
export const isForGreenfield = ({ url = '' }: IncomingMessage): boolean => FOR_GREENFIELD.test(url);

/**
 * Matches the paths that programs call. For the paths of pages, Next.js redirects to the canonical
 * address, and browsers follow.
 */
export const FOR_PROGRAMS = /^\/+(?:v1|api)(?:\/|$)/;

/**
 * Returns a program's path without repeated slashes and without a slash at its end, which come from
 * a base URL or a framework. Next.js would redirect, but few HTTP clients follow a redirect of a
 * POST.
 */
function withoutExtraSlashes(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  if (!FOR_PROGRAMS.test(path)) return target;
  return path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1') + target.slice(path.length);
}

/**
 * Returns a request's target as path and query, in valid UTF-8 and without extra slashes. It also
 * has no U+0000, which PostgreSQL does not accept. Of a full URL, as sent to proxies, only the path
 * and the query count (RFC 9112, 3.2.2).
 */
export function readableTarget(target: string): string {
  const own = withoutExtraSlashes(target.replace(/^https?:\/\/[^/?]*\/?/i, '/'));
  if (!own.includes('%')) return own;
  const [path = ''] = own.split('?', 1);
  const readable = path.split('/').map((part) => (isReadable(part) ? part : UNREADABLE));
  return readable.join('/') + own.slice(path.length);
}

function isReadable(part: string): boolean {
  try {
    return !decodeURIComponent(part).includes('\0');
  } catch {
    return false;
  }
}
