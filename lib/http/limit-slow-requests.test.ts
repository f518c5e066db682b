import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConnection, statusesOf } from '@/test/support/raw-exchange';
import { limitSlowRequests } from './limit-slow-requests';

let server: Server;
let site: string;

beforeAll(async () => {
  limitSlowRequests({ headersMs: 100, wholeMs: 200 });
  server = createServer({ connectionsCheckingInterval: 20 }, (request, response) => {
    request.resume().on('end', () => response.end('done'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The limits stand from the first request on.
  await (await fetch(site)).text();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ['a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n'],
])('%s that drip without end are cut off with 408', async (_what, beginning) => {
  const connection = await openConnection(site);
  connection.write(beginning);
  // After what came was read: a write to a connection that was cut off takes the answer with it.
  const drip = setInterval(() => setImmediate(() => connection.write('a')), 10);
  const answer = await connection.closed();
  clearInterval(drip);
  expect(statusesOf(answer)).toEqual([408]);
});

test('an answer may take longer than the request may', async () => {
  const slow = createServer((_, response) => {
    response.write('beginning');
    setTimeout(() => response.end(' and end'), 400);
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const port = (slow.address() as AddressInfo).port;
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('beginning and end');
  slow.close();
});
