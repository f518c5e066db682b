import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { keepConnections } from './keep-connections';

/** A tenth of a second is enough; for as long as an idle connection is kept it would be too long. */
const AT_ONCE_MS = 30_000;

let server: Server;
let port: number;
let answer: () => void;

beforeAll(async () => {
  const connections = keepConnections();
  server = createServer((request, response) => {
    answer = () => response.end('done');
    if (request.url === '/') answer();
    if (request.url === '/stop') connections.letGo();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

async function open(): Promise<{ socket: Socket; closed: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1').resume();
  await once(socket, 'connect');
  return { socket, closed: once(socket, 'close') };
}

test('an idle connection is kept for more than a minute', async () => {
  const site = `http://127.0.0.1:${port}`;
  // The first answer still says what stood when its request came.
  await (await fetch(site)).text();
  const { headers } = await fetch(site);
  const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});

test(
  'a server that stops waits for answers, and for no connection without a question',
  async () => {
    const [busy, silent] = await Promise.all([open(), open()]);
    const asked = once(server, 'request');
    busy.socket.write('GET /stop HTTP/1.1\r\nHost: x\r\n\r\n');
    await asked;
    const ended = new Promise((resolve) => server.close(resolve));
    await silent.closed;
    expect(busy.socket.readyState).toBe('open');
    answer();
    await Promise.all([busy.closed, ended]);
  },
  AT_ONCE_MS,
);
