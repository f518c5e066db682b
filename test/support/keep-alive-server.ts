import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

export interface NumberedRequest {
  /** The number of the connection, counted from 1. */
  readonly connection: number;
  readonly head: string;
}

export interface KeepAliveServer {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly NumberedRequest[];
  readonly connections: number;
  readonly open: ReadonlySet<Socket>;
  close(): Promise<void>;
}

export interface KeepAliveOptions {
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  readonly host?: string;
  readonly port?: number;
}

const below = new WeakMap<Socket, Socket>();

/** Resets a connection of a {@link KeepAliveServer} at the TCP level, below TLS. */
export function reset(socket: Socket): void {
  (below.get(socket) ?? socket).resetAndDestroy();
}

/** @param answer writes the response to a request; `nth` counts from 1 */
export async function startKeepAliveServer(
  answer: (socket: Socket, nth: number) => void,
  { tls, host = '127.0.0.1', port = 0 }: KeepAliveOptions = {},
): Promise<KeepAliveServer> {
  const open = new Set<Socket>();
  const requests: NumberedRequest[] = [];
  let connections = 0;
  const accept = (socket: Socket) => {
    connections += 1;
    const connection = connections;
    open.add(socket);
    socket.setNoDelay(true);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (let end = endOf(text); end !== undefined; end = endOf(text)) {
        requests.push({ connection, head: text.slice(0, text.indexOf('\r\n\r\n')) });
        text = text.slice(end);
        answer(socket, requests.length);
      }
    });
  };
  const byPort = new Map<number | undefined, Socket>();
  const acceptSecure = (socket: Socket) => {
    const tcp = byPort.get(socket.remotePort);
    if (tcp) below.set(socket, tcp);
    accept(socket);
  };
  const server = tls ? createTlsServer(tls, acceptSecure) : createServer(accept);
  if (tls) server.on('connection', (tcp: Socket) => byPort.set(tcp.remotePort, tcp));
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `${tls ? 'https' : 'http'}://${host}:${bound}/`,
    port: bound,
    requests,
    get connections() {
      return connections;
    },
    open,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

function endOf(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1];
  const end = head + 4 + Number(length ?? 0);
  return text.length >= end ? end : undefined;
}
