import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NextRequest } from 'next/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proxy } from '@/proxy';
import { knowOwnOrigin } from './own-origin';

let server: Server;
let site: string;

beforeAll(async () => {
  knowOwnOrigin(new URL('https://pay.example.com/'));
  // As the framework does: what came, by the host that was asked for.
  server = createServer(({ method = '', url, headers }, response) => {
    const given = Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const asked = new NextRequest(`http://${headers.host}${url}`, { method, headers: given });
    response.writeHead(proxy(asked).status).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

/** A form sent through a reverse proxy that asks by the address it knows the server under. */
const statusFrom = async (origin: string, more = {}) =>
  (await fetch(`${site}/sign-in`, { method: 'POST', headers: { origin, ...more } })).status;

test('a form of a page at the public address is taken, whatever Host the proxy asks with', async () => {
  expect(await statusFrom('https://pay.example.com')).toBe(200);
});

test('a form of another site is refused, and of one that only looks like ours', async () => {
  expect(await statusFrom('https://evil.example')).toBe(403);
  expect(await statusFrom('http://pay.example.com')).toBe(403);
  expect(await statusFrom('https://pay.example.com.evil.example')).toBe(403);
  expect(await statusFrom('null')).toBe(403);
});
