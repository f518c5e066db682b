import type { IncomingMessage } from 'node:http';
import { parseUrl } from '@/lib/domain/parse-url';
import { PEER_HEADER } from '@/lib/net/client-ip';
import {
  type AppUrls,
  findRequestedAppUrl,
  SITE_HEADER,
  siteHeaderValue,
} from '@/lib/net/own-site';

/** Replaces an unreadable path segment (U+FFFD). No route matches it, so the response is 404. */
const UNREADABLE = encodeURIComponent('\ufffd');

/** The Fetch standard forbids these methods in a Request. */
const FORBIDDEN = /^(?:CONNECT|TRACE|TRACK)$/i;

/** Normalizes a request before route handlers and pages get it. */
export function prepareRequest(request: IncomingMessage, appUrls: AppUrls): void {
  makeReadable(request);
  recordPeerAddress(request);
  recordSite(request, appUrls);
}

/**
 * Replaces targets, methods and origins for which Next.js would respond with an internal error, or
 * proxy the request to its own host.
 */
function makeReadable(request: IncomingMessage): void {
  request.url = normalizeRequestTarget(request.url ?? '/');
  // No route has this method, so the response is 405.
  if (FORBIDDEN.test(request.method ?? '')) request.method = 'UNKNOWN';
  // Browsers send "null" for pages without an origin.
  const { origin } = request.headers;
  if (origin !== undefined && !parseUrl(origin)) request.headers.origin = 'null';
}

/** Overwrites the header if the client has sent it. */
function recordPeerAddress({ headers, socket }: IncomingMessage): void {
  headers[PEER_HEADER] = socket.remoteAddress ?? '';
}

/**
 * Records in a header to which URL of APP_URL the request was sent, and overwrites a client's
 * header. For a form from a page of this URL, it also sets the host that Next.js compares with
 * Origin, because a reverse proxy may send another Host.
 */
function recordSite({ headers }: IncomingMessage, appUrls: AppUrls): void {
  const header = (name: string) => headers[name]?.toString();
  headers[SITE_HEADER] = siteHeaderValue(header, appUrls);
  const site = findRequestedAppUrl(header, appUrls);
  if (site && headers.origin === site.origin) headers['x-forwarded-host'] = site.host;
}

const FOR_API = /^\/v1(?:[/?#]|$)/;

export const isForApi = ({ url = '' }: IncomingMessage): boolean => FOR_API.test(url);

const FOR_GREENFIELD = /^\/api\/v1(?:[/?#]|$)/;

export const isForGreenfield = ({ url = '' }: IncomingMessage): boolean => FOR_GREENFIELD.test(url);

/**
 * Matches the paths that programs call. For pages, Next.js redirects to the canonical path, and
 * browsers follow.
 */
export const API_PATH_PATTERN = /^\/+(?:v1|api)(?:\/|$)/;

/**
 * Removes repeated and final slashes from a program's path: a base URL or a framework adds them.
 * Next.js would redirect, but few HTTP clients follow a redirect of a POST.
 */
function withoutExtraSlashes(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  if (!API_PATH_PATTERN.test(path)) return target;
  return path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1') + target.slice(path.length);
}

/**
 * Returns a request's target as path and query in valid UTF-8, without extra slashes and without
 * U+0000, which PostgreSQL refuses. Of a full URL, as sent to proxies, it returns the path and the
 * query (RFC 9112, 3.2.2).
 */
export function normalizeRequestTarget(target: string): string {
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
