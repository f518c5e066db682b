import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Balancer {
  readonly url: string;
  close(): Promise<void>;
}

const LONG_TIMEOUT_MS = 3_000;
const PAUSE_MS = 50;

/**
 * Opens one port in front of several servers, like a plain reverse proxy. A connection goes to the
 * first server that accepts it, and closes when this server dies.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  let turn = 0;
  const open = new Set<net.Socket>();
  const front = net.createServer({ pauseOnConnect: true }, (client) => {
    open.add(client);
    client.once('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    void connectToOne(ports, turn++).then((server) => {
      if (!server || client.destroyed) {
        server?.destroy();
        client.destroy();
        return;
      }
      server.on('error', () => client.destroy());
      server.once('close', () => client.destroy());
      client.once('close', () => server.destroy());
      client.pipe(server);
      server.pipe(client);
    });
  });
  await new Promise<void>((resolve) => {
    front.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        front.close(() => resolve());
        for (const client of open) client.destroy();
      }),
  };
}

async function connectToOne(
  ports: readonly number[],
  turn: number,
): Promise<net.Socket | undefined> {
  const deadline = Date.now() + LONG_TIMEOUT_MS;
  while (Date.now() < deadline) {
    for (let n = 0; n < ports.length; n += 1) {
      const socket = await connect(ports[(turn + n) % ports.length] ?? 0);
      if (socket) return socket;
    }
    await sleep(PAUSE_MS);
  }
  return undefined;
}

function connect(port: number): Promise<net.Socket | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', () => resolve(undefined));
  });
}
