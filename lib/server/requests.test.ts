import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NextRequest } from 'next/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PEER_HEADER } from '@/lib/net/client-ip';
import { SITE_HEADER } from '@/lib/net/own-site';
import { proxy } from '@/proxy';
import { normalizeRequestTarget, prepareRequest } from './requests';

describe('a request target', () => {
  test.each([
    '/',
    '/v1/btc/payments?from=0&to=1',
    '/pay/co_1',
    '/a%20b/%C3%BC?q=%ff',
    '*',
    '/docs/',
    '/docs//v1/',
    '/v11/',
    '//evil.example/v1/',
  ])('the request target %s is passed on unchanged', (target) => {
    expect(normalizeRequestTarget(target)).toBe(target);
  });

  test.each([
    ['/v1/btc/payments/%ff', '/v1/btc/payments/%EF%BF%BD'],
    ['/pay/%c0%af/slip?lang=%00', '/pay/%EF%BF%BD/slip?lang=%00'],
    ['/a/x%00y', '/a/%EF%BF%BD'],
    ['/%/%zz', '/%EF%BF%BD/%EF%BF%BD'],
    ['http://evil.example/v1?a=http://b', '/v1?a=http://b'],
    ['HTTPS://evil.example', '/'],
    ['/v1/btc/payments/', '/v1/btc/payments'],
    ['/v1/btc/payments/?from=0&to=1//', '/v1/btc/payments?from=0&to=1//'],
    ['//v1/btc//payments//', '/v1/btc/payments'],
    ['http://shop.example//v1/btc/payments/', '/v1/btc/payments'],
    ['/v1/', '/v1'],
    ['/v1/btc/payments/%00/', '/v1/btc/payments/%EF%BF%BD'],
    ['/api/health/', '/api/health'],
  ])('the request target %s becomes %s', (target, readable) => {
    expect(normalizeRequestTarget(target)).toBe(readable);
  });
});

describe('a request', () => {
  let server: Server;
  let site: string;

  beforeAll(async () => {
    // Like Next.js, the test's server builds a URL from the Host header.
    server = createServer((request, response) => {
      prepareRequest(request, [new URL('https://pay.example.com/'), new URL('http://nas.lan/')]);
      const { method = '', url, headers } = request;
      const given = Object.entries(headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      const asked = new NextRequest(`http://${headers.host}${url}`, { method, headers: given });
      const answered = { 'x-site': asked.headers.get(SITE_HEADER) ?? '' };
      response.writeHead(proxy(asked).status, answered).end(asked.headers.get(PEER_HEADER));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  /** Returns the status of a form that a reverse proxy forwards to an internal address. */
  const statusFrom = async (origin: string, more = {}) =>
    (await fetch(`${site}/sign-in`, { method: 'POST', headers: { origin, ...more } })).status;

  test('a form from a page at the public address is accepted, whatever Host the proxy sends', async () => {
    expect(await statusFrom('https://pay.example.com')).toBe(200);
  });

  test('a form from another site is rejected, even if the site has a similar address', async () => {
    expect(await statusFrom('https://evil.example')).toBe(403);
    expect(await statusFrom('http://pay.example.com')).toBe(403);
    expect(await statusFrom('https://pay.example.com.evil.example')).toBe(403);
    expect(await statusFrom('null')).toBe(403);
  });

  test('a form from any name listed in APP_URL is accepted behind a proxy that hides the host', async () => {
    expect(await statusFrom('http://nas.lan')).toBe(200);
  });

  test('a site header that a client sends is replaced with the URL in APP_URL to which the request was sent', async () => {
    const siteOf = async (headers: Record<string, string>) =>
      (await fetch(site, { headers: { [SITE_HEADER]: '1', ...headers } })).headers.get('x-site');
    expect(await siteOf({})).toBe('unlisted');
    expect(await siteOf({ 'x-forwarded-host': 'nas.lan' })).toBe('1');
    expect(await siteOf({ 'x-forwarded-host': 'pay.example.com' })).toBe('0');
    expect(await siteOf({ 'x-forwarded-for': '203.0.113.9' })).toBe('');
  });

  test('a peer header that a client sends is replaced with the address of the request’s socket', async () => {
    const answer = await fetch(site, { headers: { [PEER_HEADER]: '203.0.113.9' } });
    expect(await answer.text()).toBe('127.0.0.1');
  });
});
