import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of a database. The proxy can lose the response to a statement. */
export interface DatabaseProxy {
  readonly url: string;
  /**
   * Closes the next connection that sends this text, after the database has run the statement. The
   * response is lost.
   */
  cutAfter(text: string): void;
  /** Keeps all connections open, but passes on no more bytes. */
  freeze(): void;
  thaw(): void;
  reset(): void;
  /** Resets new connections too. */
  refuse(): void;
  accept(): void;
  /** The number of new connections that were reset. */
  readonly refused: number;
  close(): Promise<void>;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl);
  const port = Number(url.port);
  const host = url.hostname;
  const open = new Set<Socket>();
  let awaited: string | undefined;
  let isFrozen = false;
  let isRefusing = false;
  let refused = 0;
  const relay = createServer((client) => {
    if (isRefusing) {
      refused += 1;
      client.on('error', () => {}).resetAndDestroy();
      return;
    }
    const server = connect(port, host);
    let isCut = false;
    client.on('data', (chunk) => {
      if (awaited !== undefined && chunk.includes(awaited)) {
        isCut = true;
        awaited = undefined;
      }
      server.write(chunk);
    });
    server.on('data', (chunk) => (isCut ? client.destroy() : client.write(chunk)));
    const end = () => {
      for (const socket of [client, server]) open.delete(socket.destroy());
    };
    for (const socket of [client, server]) open.add(socket.on('close', end).on('error', end));
    if (isFrozen) for (const socket of [client, server]) socket.pause();
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const reset = () => {
    for (const socket of open) socket.resetAndDestroy();
  };
  url.hostname = '127.0.0.1';
  url.port = String((relay.address() as AddressInfo).port);
  return {
    url: url.href,
    cutAfter: (text) => {
      awaited = text;
    },
    freeze: () => {
      isFrozen = true;
      for (const socket of open) socket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of open) socket.resume();
    },
    reset,
    refuse: () => {
      isRefusing = true;
      reset();
    },
    accept: () => {
      isRefusing = false;
    },
    get refused() {
      return refused;
    },
    close: () =>
      new Promise((resolve) => {
        relay.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
