import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './wait';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The names have their original case and order. */
  readonly headerNames: readonly string[];
  /** The raw bytes, which the signature covers. */
  readonly body: Buffer;
  readonly at: Date;
}

export type Reply =
  | { status: number; headers?: Readonly<Record<string, string>>; body?: string | Uint8Array }
  /** Closes the connection in the middle of the body. */
  | { status: number; cut: true }
  /** Accepts the request and never responds. */
  | 'hang'
  /** Responds 200 immediately, then sends an endless body one byte at a time. */
  | 'drip'
  | 'reset';

export type Respond = (request: ReceivedRequest, nth: number) => Reply | Promise<Reply>;

export interface Receiver {
  url(path?: string): string;
  readonly port: number;
  readonly requests: readonly ReceivedRequest[];
  /** The number of connections, including connections without a request. */
  readonly connections: number;
  /** Sets the reply to all further requests. `nth` counts from 1. */
  respond(reply: Reply | Respond): void;
  received(count: number, timeoutMs?: number): Promise<readonly ReceivedRequest[]>;
  close(): Promise<void>;
}

const DRIP_MS = 50;

/** Starts an HTTP server that receives webhooks. By default, it replies with 204. */
export async function startReceiver(host = '127.0.0.1', port = 0): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  let connections = 0;
  let respond: Respond = () => ({ status: 204 });
  const server = http.createServer((incoming, response) => {
    void (async () => {
      const request = await read(incoming);
      requests.push(request);
      answer(response, await respond(request, requests.length));
    })().catch(() => response.destroy());
  });
  server.on('connection', () => {
    connections += 1;
  });
  // The server closes no idle connection, because a client could send a request at that moment.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    url: (path = '/') => `http://${host.includes(':') ? `[${host}]` : host}:${bound}${path}`,
    port: bound,
    requests,
    get connections() {
      return connections;
    },
    respond: (reply) => {
      respond = typeof reply === 'function' ? reply : () => reply;
    },
    received: async (count, timeoutMs) => {
      await until(
        `${count} requests have come (${requests.length} so far)`,
        () => requests.length >= count,
        timeoutMs,
      );
      return requests;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) headers[name] = String(value);
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers,
    headerNames: incoming.rawHeaders.filter((_, index) => index % 2 === 0),
    body: Buffer.concat(chunks),
    at: new Date(),
  };
}

function answer(response: ServerResponse, reply: Reply): void {
  switch (reply) {
    case 'hang':
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'drip': {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const timer = setInterval(() => response.write('.'), DRIP_MS);
      response.once('close', () => clearInterval(timer));
      return;
    }
    default:
      if ('cut' in reply) {
        response.writeHead(reply.status, { 'content-length': '1000' });
        response.write('the beginning', () => response.socket?.destroy());
        return;
      }
      response.writeHead(reply.status, reply.headers);
      response.end(reply.body);
  }
}
