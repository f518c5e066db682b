import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A TCP server that can send bytes which no HTTP server would send. */
export interface RawServer {
  readonly url: string;
  close(): Promise<void>;
}

/** @param onRequest called when the first bytes of a connection have arrived */
export async function startRawServer(onRequest: (socket: Socket) => void): Promise<RawServer> {
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => {});
    socket.once('data', () => onRequest(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
