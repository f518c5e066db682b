import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { parseUrl } from '@/lib/domain/parse-url';
import type { HeaderFields } from './security-headers';
import type { ServerConnections } from './server-connections';

/** The statuses of node's own refusals. Any other fault has status 400. */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Responds with these headers to malformed (RFC 9112) and timed-out requests, and closes the
 * connection. If another response on the connection has already begun, that response is cut off.
 */
export function refuseMalformed(
  http: Server,
  connections: ServerConnections,
  fields: HeaderFields,
): void {
  http.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const begun = connections.hasBegunResponse(socket);
    if (socket.writable && !begun) socket.write(refusal(STATUSES[error.code ?? ''] ?? 400, fields));
    socket.destroySoon();
  });
}

function refusal(status: number, fields: HeaderFields): string {
  const lines = Object.entries({ ...fields, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
}

/**
 * Whether a request that node accepts must be refused (RFC 9112): for its version, two Host
 * headers, or a target that is neither a path nor a URL.
 */
export function isMalformed({ httpVersionMajor, rawHeaders, url = '' }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === 'host') hosts += 1;
  }
  return httpVersionMajor !== 1 || hosts > 1 || !(url.startsWith('/') || isAbsolute(url));
}

/** Requests to proxies have a full URL as their target. */
const isAbsolute = (url: string) => /^https?:\/\/[^/?#]/i.test(url) && parseUrl(url) !== undefined;

/** Refuses a malformed request, and closes its connection. */
export function sendBadRequest(response: ServerResponse): void {
  response.writeHead(400, { connection: 'close' }).end();
}
