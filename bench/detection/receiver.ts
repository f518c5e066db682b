import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * This endpoint runs in the broadcasting process, so one clock measures both the broadcast and the
 * webhook.
 */
export interface BenchReceiver {
  url(path: string): string;
  /** For each path, the time of performance.now() at which the first request arrived. */
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
  // A request that arrives on a connection while the server closes it would fail.
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
