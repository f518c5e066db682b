import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { openConnection, type RawConnection, statusesOf } from '@/test/support/raw-exchange';
import { until } from '@/test/support/wait';
import { createWebServer, type WebServer } from './create-server';
import { queuePages } from './page-queue';

let server: WebServer;
let site: string;
/** Requests without a response yet, by path. */
let asked: Map<string, ServerResponse>;

async function listen(): Promise<void> {
  asked = new Map();
  const answer = queuePages((request, response) => void asked.set(request.url ?? '', response));
  server = createWebServer(answer, [new URL('http://localhost/')]);
  await once(server.http.listen(0, '127.0.0.1'), 'listening');
  site = `http://127.0.0.1:${(server.http.address() as AddressInfo).port}`;
}
afterEach(() => {
  server.http.closeAllConnections();
  server.http.close();
});

async function send(...paths: string[]): Promise<RawConnection> {
  const connection = await openConnection(site);
  connection.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  return connection;
}

const connections = () => promisify(server.http.getConnections.bind(server.http))();
const hasBegun = (path: string) => until(`${path} begins`, () => asked.has(path));

test('pages are rendered one at a time, in order', async () => {
  await listen();
  await send('/first');
  await hasBegun('/first');
  await send('/second');
  await send('/api/health');
  await hasBegun('/api/health');
  expect(asked.has('/second')).toBe(false);
  asked.get('/first')?.end();
  await hasBegun('/second');
});

test.each(['/v1/btc/payments?from=0&to=1', '/api/health', '/pay/co_1', '/link/shop'])(
  '%s is served while a page is being rendered',
  async (path) => {
    await listen();
    await send('/page');
    await hasBegun('/page');
    await send(path);
    await hasBegun(path);
  },
);

test('a queued page whose connection is lost is not rendered', async () => {
  await listen();
  await send('/first');
  await hasBegun('/first');
  const waiting = await send('/lost');
  await send('/last');
  await send('/api/health');
  await hasBegun('/api/health');
  waiting.socket.resetAndDestroy();
  await until('its connection is closed', async () => (await connections()) === 3);
  asked.get('/first')?.end();
  await hasBegun('/last');
  expect(asked.has('/lost')).toBe(false);
});

test('a page beyond the limit of the queue gets 503 with Retry-After', async () => {
  await listen();
  await send('/first');
  await hasBegun('/first');
  const others = await Promise.all(Array.from({ length: 101 }, (_, i) => send(`/${i}`)));
  const refused = () => others.filter(({ received }) => received() !== '');
  await until('one is refused', () => refused().length > 0);
  expect(refused()).toHaveLength(1);
  expect(statusesOf(refused()[0]?.received() ?? '')).toEqual([503]);
  expect(refused()[0]?.received().toLowerCase()).toContain('\r\nretry-after: 5\r\n');
});
