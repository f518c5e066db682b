import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An endpoint inside the broadcasting process, so that one clock measures both the broadcast and
 * the webhook.
 */
export interface BenchReceiver {
  url(path: string): string;
  /**
   * The time at which the first request's head arrived, by path. It is a time of performance.now().
   */
  readonly arrivals: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<BenchReceiver> {
  const arrivals = new Map<string, number>();
  const server = createServer((request, response) => {
    const now = performance.now();
    const { url = '' } = request;
    if (!arrivals.has(url)) arrivals.set(url, now);
    request.resume();
    request.once('end', () => response.writeHead(204).end());
  });
  // This server never closes idle connections, because a request could meet a closing connection.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    arrivals,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
