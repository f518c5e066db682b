import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** Stands for what cannot be read (U+FFFD): no name here has it, so it leads to nothing. */
const UNREADABLE = encodeURIComponent('\ufffd');

/** Methods that the Fetch standard forbids: no Request can be made of them. */
const FORBIDDEN = /^(?:CONNECT|TRACE|TRACK)$/i;

/**
 * Makes every request of this process one that the web server can take, before anything else
 * looks at it: others it answers with an internal error, or sends on to where they came from.
 */
export function makeRequestsReadable(): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    request.url = readableTarget(request.url ?? '/');
    // A method that nothing here has.
    if (FORBIDDEN.test(request.method ?? '')) request.method = 'UNKNOWN';
    // What is no origin is nobody's, as browsers say it of pages that have none.
    const { origin } = request.headers;
    if (origin !== undefined && !URL.canParse(origin)) request.headers.origin = 'null';
  });
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
