import type { Socket } from 'node:net';
import { expect } from 'vitest';
import { type SendOptions, send } from '@/lib/webhooks/transport/send';
import { closeServersAndPools, newPool, startTrackedServer } from './keeping';
import { LONG_LIMITS } from './long-limits';
import { type RawServer, startRawServer } from './raw-server';

const NOW = new Date('2026-01-01T00:00:00Z');
const ACCEPTED = 'HTTP/1.1 204 No Content\r\n\r\n';

const servers: RawServer[] = [];

export async function closeEndpoints(): Promise<void> {
  await closeServersAndPools();
  await Promise.all(servers.splice(0).map((server) => server.close()));
}

type Limits = Partial<SendOptions['limits']>;

function post(url: string, limits: Limits, keep?: SendOptions['keep']) {
  return send(
    { url, body: '{}', headers: {} },
    { policy: { allowPrivate: true }, now: NOW, limits: { ...LONG_LIMITS, ...limits }, keep },
  );
}

export async function postOverNewConnection(answer: (socket: Socket) => void, limits: Limits = {}) {
  const server = await startRawServer(answer);
  servers.push(server);
  return post(server.url, limits);
}

/** Sends one webhook over the connection of an earlier one. The endpoint responds with `answer`. */
export async function postOverKeptConnection(
  answer: (socket: Socket) => void,
  limits: Limits = {},
) {
  const server = await startTrackedServer((socket, nth) =>
    nth === 1 ? socket.write(ACCEPTED) : answer(socket),
  );
  const keep = { connections: newPool(), merchantId: 'mer_1' };
  await post(server.url, limits, keep);
  const result = await post(server.url, limits, keep);
  expect(server.requests.map(({ connection }) => connection)).toEqual([1, 1]);
  return result;
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
