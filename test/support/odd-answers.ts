import type { Socket } from 'node:net';
import { type SendOptions, send } from '@/lib/webhooks/transport/send';
import { LONG_LIMITS } from './long-limits';
import { type RawServer, startRawServer } from './raw-server';

const NOW = new Date('2026-01-01T00:00:00Z');
export const CHUNKED_HEAD = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

const servers: RawServer[] = [];

export async function closeEndpoints(): Promise<void> {
  await Promise.all(servers.splice(0).map((server) => server.close()));
}

type Limits = Partial<SendOptions['limits']>;

/** Sends one webhook to an endpoint that responds with `answer`. */
export async function postTo(answer: (socket: Socket) => void, limits: Limits = {}) {
  const server = await startRawServer(answer);
  servers.push(server);
  return send(
    { url: server.url, body: '{}', headers: {} },
    { policy: { allowPrivate: true }, now: NOW, limits: { ...LONG_LIMITS, ...limits } },
  );
}

/** Sends a text in one packet, and leaves the connection open. */
export const keepOpen = (text: string) => (socket: Socket) => socket.write(text);
export const closeAfter = (text: string) => (socket: Socket) => socket.end(text);
export const resetAfter = (text: string) => (socket: Socket) => {
  socket.write(text, () => socket.resetAndDestroy());
};

export const SHORT_REST_LIMITS = { restMs: 100 };

export function drip(socket: Socket, start: string, drop: string) {
  socket.write(start);
  const timer = setInterval(() => socket.write(drop), 20);
  socket.once('close', () => clearInterval(timer));
}
