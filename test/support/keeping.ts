import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import {
  EndpointConnections,
  type KeepAliveLimits,
} from '@/lib/webhooks/transport/endpoint-connections';
import { type SendOptions, send } from '@/lib/webhooks/transport/send';
import {
  type KeepAliveOptions,
  type KeepAliveServer,
  startKeepAliveServer,
} from './keep-alive-server';
import { LONG_LIMITS } from './long-limits';

export const CERTIFICATE = readFileSync('test/vectors/webhooks/tls/certificate.pem', 'utf8');
export const TLS_OPTIONS = {
  cert: CERTIFICATE,
  key: readFileSync('test/vectors/webhooks/tls/key.pem', 'utf8'),
};
/** With this limit, the pool closes no idle connection during a test. */
export const LONG_IDLE: Partial<KeepAliveLimits> = { idleMs: 600_000 };

export const OK_RESPONSE = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
export const FAILURE_RESPONSE = 'HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\nno';
export const CHUNKED_HEAD = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

const NOW = new Date('2026-01-01T00:00:00Z');
const servers: KeepAliveServer[] = [];
const pools: EndpointConnections[] = [];

export async function closeServersAndPools(): Promise<void> {
  for (const pool of pools.splice(0)) pool.close();
  await Promise.all(servers.splice(0).map((server) => server.close()));
}

export function newPool(limits: Partial<KeepAliveLimits> = LONG_IDLE): EndpointConnections {
  const pool = new EndpointConnections(limits);
  pools.push(pool);
  return pool;
}

export async function startTrackedServer(
  answer: string | ((socket: Socket, nth: number) => void),
  options?: KeepAliveOptions,
): Promise<KeepAliveServer> {
  const write = typeof answer === 'string' ? (socket: Socket) => socket.write(answer) : answer;
  const server = await startKeepAliveServer(write, options);
  servers.push(server);
  return server;
}

interface PostOptions extends Partial<SendOptions> {
  readonly merchantId?: string;
  readonly body?: string;
}

/** Sends one webhook over the pool, which keeps the connection if possible. */
export function postOverPool(
  url: string,
  connections: EndpointConnections,
  options: PostOptions = {},
) {
  const { merchantId = 'mer_1', body = '{}', ...more } = options;
  return send(
    { url, body, headers: {} },
    {
      policy: { allowPrivate: true },
      now: NOW,
      limits: LONG_LIMITS,
      ca: CERTIFICATE,
      keep: { connections, merchantId },
      ...more,
    },
  );
}

export const connectionNumbers = ({ requests }: KeepAliveServer) =>
  requests.map(({ connection }) => connection);
