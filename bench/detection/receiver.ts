import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An endpoint in the process that broadcasts, so that one clock measures both ends. */
export interface BenchReceiver {
  url(path: string): string;
  /** The time of the first request's head, as performance.now(), by path. */
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
  // Only senders close idle connections, because a request could otherwise meet a closing
  // connection.
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
