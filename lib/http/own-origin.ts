import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/**
 * From now on what a page at the public address sends is known to be from here, by whatever Host a
 * reverse proxy asks for it. The web server compares the two, and many a proxy puts its own there;
 * what a browser names as the Origin no page can forge.
 */
export function knowOwnOrigin(appUrl: URL): void {
  subscribe('http.server.request.start', (message) => {
    const { headers } = (message as { request: IncomingMessage }).request;
    if (headers.origin === appUrl.origin) headers['x-forwarded-host'] = appUrl.host;
  });
}
