import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createPostSender, type PostOptions } from '@/lib/chain/sources/node/post';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nbody';

let server: Server | undefined;
const open = new Set<Socket>();
afterEach(async () => {
  for (const socket of open) socket.destroy();
  await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
});

/** @param onRequest called with the number of the connection and of the request on it, from 1 */
async function listen(
  onRequest: (socket: Socket, connection: number, request: number) => void,
  options: Partial<PostOptions> = {},
) {
  let connections = 0;
  server = createServer((socket) => {
    connections += 1;
    const own = connections;
    let requests = 0;
    open.add(socket.on('error', () => {}).on('close', () => open.delete(socket)));
    socket.on('data', (data) => {
      if (!data.includes('POST')) return;
      requests += 1;
      onRequest(socket, own, requests);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const post = createPostSender(url, {
    headers: { 'x-test': 'yes' },
    timeoutMs: 60_000,
    ...options,
  });
  const ask = async (): Promise<string> => {
    const { status, body } = await post('question');
    return `${status} ${body}`;
  };
  return { ask, connections: () => connections };
}

describe('a POST', () => {
  it('a POST reuses the connection of the previous POST', async () => {
    const { ask, connections } = await listen((socket) => socket.write(OK));
    expect([await ask(), await ask(), await ask()]).toEqual(Array(3).fill('200 body'));
    expect(connections()).toBe(1);
  });

  it('a POST is repeated when the server closes a reused connection', async () => {
    const { ask, connections } = await listen((socket, _, request) => {
      if (request === 1) socket.write(OK);
      else socket.destroy();
    });
    expect([await ask(), await ask(), await ask()]).toEqual(Array(3).fill('200 body'));
    expect(connections()).toBe(3);
  });

  it('a POST fails when a new connection is closed without a response', async () => {
    const { ask, connections } = await listen((socket) => socket.destroy());
    await expect(ask()).rejects.toThrow();
    expect(connections()).toBe(1);
  });

  it('a POST fails when its response is truncated, on a new or a reused connection', async () => {
    const { ask, connections } = await listen((socket, connection, request) => {
      if (connection === 1 && request === 1) socket.write(OK);
      else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nbody');
    });
    expect(await ask()).toBe('200 body');
    await expect(ask()).rejects.toThrow();
    await expect(ask()).rejects.toThrow();
    expect(connections()).toBe(2);
  });

  it('a POST fails when the response is not complete in time', async () => {
    const { ask } = await listen((socket) => socket.write(OK.slice(0, -1)), { timeoutMs: 50 });
    await expect(ask()).rejects.toThrow();
  });

  it('a POST fails when it is aborted before or during the request', async () => {
    const stop = new AbortController();
    const { ask, connections } = await listen(() => stop.abort(), { stop: stop.signal });
    await expect(ask()).rejects.toThrow();
    await expect(ask()).rejects.toThrow();
    expect(connections()).toBe(1);
  });
});
