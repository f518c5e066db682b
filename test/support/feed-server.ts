import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** What a client of the feed sent. */
export type Order = Readonly<Record<string, unknown>>;

/** A WebSocket of mempool's kind, told by the test what to say. */
export interface FeedServer {
  /** What open connections have sent, the newest last. */
  readonly orders: readonly Order[];
  readonly open: number;
  /** The user name of each request for a connection; empty without credentials. */
  readonly asked: readonly string[];
  /** The most addresses to track; a request for more is refused and ends the tracking. */
  maxTracked: number;
  /** The addresses that are tracked. */
  tracked(): string[];
  /** Sends text, or an object as JSON, to all connections. */
  tell(message: string | Buffer | object): void;
  /** Raw bytes in place of a message. */
  corrupt(bytes: Buffer): void;
  /** What to answer to a request for a WebSocket; undefined: opens it. */
  refuseWith(status: number | 'silence' | 'garbage' | undefined): void;
  /** Ends all connections without a word. */
  drop(): void;
}

export function attachFeed(http: Server, path: string): FeedServer {
  const sockets = new WebSocketServer({ noServer: true });
  const wires = new Set<Duplex>();
  const tracked = new Map<WebSocket, string[]>();
  const orders: Order[] = [];
  let refusal: Parameters<FeedServer['refuseWith']>[0];
  const asked: string[] = [];

  const feed: FeedServer = {
    orders,
    get open() {
      return sockets.clients.size;
    },
    asked,
    maxTracked: 10,
    tracked: () => [...tracked.values()].flat(),
    tell(message) {
      const isRaw = typeof message === 'string' || Buffer.isBuffer(message);
      for (const one of sockets.clients) one.send(isRaw ? message : JSON.stringify(message));
    },
    corrupt(bytes) {
      for (const wire of wires) wire.write(bytes);
    },
    refuseWith(next) {
      refusal = next;
    },
    drop() {
      for (const wire of wires) wire.destroy();
    },
  };

  function take(socket: WebSocket, text: string): void {
    const order = JSON.parse(text) as Order;
    orders.push(order);
    const wanted = order['track-addresses'];
    if (!Array.isArray(wanted)) return;
    if (wanted.length <= feed.maxTracked) {
      tracked.set(socket, wanted);
      return;
    }
    tracked.delete(socket);
    const error = `too many addresses requested, this connection supports tracking a maximum of ${feed.maxTracked} addresses`;
    socket.send(JSON.stringify({ 'track-addresses-error': error }));
  }

  http.on('upgrade', (request: IncomingMessage, wire: Duplex, head: Buffer) => {
    asked.push(userOf(request));
    wires.add(wire);
    wire.once('close', () => wires.delete(wire));
    wire.on('error', () => {});
    if (refusal === 'silence') return;
    if (refusal === 'garbage') return void wire.end('SSH-2.0-OpenSSH_9.6\r\n');
    if (refusal !== undefined || request.url !== path) {
      return void wire.end(`HTTP/1.1 ${refusal ?? 404} No\r\ncontent-length: 0\r\n\r\n`);
    }
    sockets.handleUpgrade(request, wire, head, (socket) => {
      socket.on('error', () => {});
      socket.on('message', (data) => take(socket, data.toString()));
      socket.once('close', () => tracked.delete(socket));
    });
  });
  return feed;
}

function userOf({ headers }: IncomingMessage): string {
  const [, encoded = ''] = headers.authorization?.split(' ') ?? [];
  return Buffer.from(encoded, 'base64').toString().split(':')[0] ?? '';
}
