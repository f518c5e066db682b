import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ignoreUpgrades } from './ignore-upgrades';

let server: Server;
let port: number;

beforeAll(async () => {
  ignoreUpgrades();
  server = createServer(async (asked, response) => {
    response.end(`${asked.method} ${await text(asked)}`);
  });
  // What the framework does with them: it never answers.
  server.on('upgrade', (_, socket) => socket.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** As Java's HttpClient asks by default over http, and curl with --http2. */
async function offer(protocol: string): Promise<{ status: number | undefined; body: string }> {
  const asked = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    headers: {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: protocol,
      'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
      'content-length': 5,
    },
  });
  asked.end('order');
  const [answer] = await once(asked, 'response');
  return { status: answer.statusCode, body: await text(answer) };
}

test.each(['h2c', 'websocket'])(
  'a request that offers to go on as %s is answered as if it did not, the first one too',
  async (protocol) => {
    expect(await offer(protocol)).toEqual({ status: 200, body: 'POST order' });
  },
);

test('a connection on which nothing is asked harms nobody', async () => {
  const socket = new Socket().connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
  expect((await offer('h2c')).status).toBe(200);
});
