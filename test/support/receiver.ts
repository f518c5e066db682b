import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './wait';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names as they were sent, in their order. */
  readonly headerNames: readonly string[];
  /** The bytes as they came: what a signature is checked over. */
  readonly body: Buffer;
  readonly at: Date;
}

/** How the receiver treats a request. */
export type Reply =
  | { status: number; headers?: Readonly<Record<string, string>>; body?: string | Uint8Array }
  /** Takes the request and never answers. */
  | 'hang'
  /** Answers 200 at once, then sends its body one byte at a time, without end. */
  | 'drip'
  /** Closes the connection without an answer. */
  | 'reset'
  /** Answers 200 and closes the connection within the body. */
  | 'cut';

export type Respond = (request: ReceivedRequest, nth: number) => Reply | Promise<Reply>;

export interface Receiver {
  url(path?: string): string;
  readonly port: number;
  /** Everything received so far, oldest first. */
  readonly requests: readonly ReceivedRequest[];
  /** Connections ever accepted, whether or not a request came over them. */
  readonly connections: number;
  /** How requests are answered from now on; `nth` counts from 1. */
  respond(reply: Reply | Respond): void;
  /** Waits until so many requests have come, and returns them. */
  received(count: number, timeoutMs?: number): Promise<readonly ReceivedRequest[]>;
  close(): Promise<void>;
}

const DRIP_MS = 50;

/** An HTTP server that takes webhooks, well or badly. It answers 204 until told otherwise. */
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
  // Whoever asks ends what is idle: else both may, and a request meets the end of its connection.
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
    case 'cut':
      response.writeHead(200, { 'content-length': '1000' });
      response.write('the beginning', () => response.socket?.destroy());
      return;
    case 'drip': {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const timer = setInterval(() => response.write('.'), DRIP_MS);
      response.once('close', () => clearInterval(timer));
      return;
    }
    default:
      response.writeHead(reply.status, reply.headers);
      response.end(reply.body);
  }
}
