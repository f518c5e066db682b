import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outlastProxies } from './outlast-proxies';

let server: Server;

beforeAll(async () => {
  outlastProxies();
  server = createServer((_, response) => response.end('done'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

test('an idle connection is kept for more than a minute', async () => {
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The first answer still says what stood when its request came.
  await (await fetch(site)).text();
  const { headers } = await fetch(site);
  const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});
