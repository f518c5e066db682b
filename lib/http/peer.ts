import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** Carries the address of the other end of the socket; what a client sends under it is overwritten. */
export const PEER_HEADER = 'x-blocktally-peer';

/** Makes every request of this process name its peer, before anything else looks at it. */
export function nameThePeer(): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? '';
  });
}
