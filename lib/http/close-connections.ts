import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';

/**
 * From now on every answer ends its connection. A server that stops waits for all of them, and
 * a page that asks every few seconds would keep its own open for ever.
 */
export function closeConnections(): void {
  subscribe('http.server.request.start', (message) => {
    const { response } = message as { response: ServerResponse };
    response.setHeader('connection', 'close');
  });
}
