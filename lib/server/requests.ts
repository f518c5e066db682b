import type { IncomingMessage } from 'node:http';
import { PEER_HEADER } from '@/lib/net/client-ip';

/** Stands for what cannot be read (U+FFFD): no name here has it, so it leads to nothing. */
const UNREADABLE = encodeURIComponent('\ufffd');

/** Methods that the Fetch standard forbids: no Request can be made of them. */
const FORBIDDEN = /^(?:CONNECT|TRACE|TRACK)$/i;

/** Makes a request what the route handlers and pages rely on, before any of them sees it. */
export function prepareRequest(request: IncomingMessage, appUrl: URL): void {
  makeReadable(request);
  recordPeerAddress(request);
  trustOwnOrigin(request, appUrl);
}

/** Next.js answers such requests with an internal error, or sends them on to where they came from. */
function makeReadable(request: IncomingMessage): void {
  request.url = readableTarget(request.url ?? '/');
  // A method that nothing here has.
  if (FORBIDDEN.test(request.method ?? '')) request.method = 'UNKNOWN';
  // Browsers send "null" for pages without an origin.
  const { origin } = request.headers;
  if (origin !== undefined && !URL.canParse(origin)) request.headers.origin = 'null';
}

/** Writes the address of the other end of the socket over whatever was sent under that name. */
function recordPeerAddress({ headers, socket }: IncomingMessage): void {
  headers[PEER_HEADER] = socket.remoteAddress ?? '';
}

/**
 * Forms of a page at the public address are ours, whatever Host a reverse proxy sends. Next.js
 * compares the two; no page can forge what a browser sends as the Origin.
 */
function trustOwnOrigin({ headers }: IncomingMessage, appUrl: URL): void {
  if (headers.origin === appUrl.origin) headers['x-forwarded-host'] = appUrl.host;
}

/**
 * A request's target as a path that is UTF-8 and without U+0000, which the database takes in no
 * text, and its query. A whole URL, as sent to proxies, means its path (RFC 9112, 3.2.2).
 */
export function readableTarget(target: string): string {
  const own = target.replace(/^https?:\/\/[^/?]*\/?/i, '/');
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
