import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestAs } from '@/test/access/ask';
import { DASHBOARD_PAGES } from '@/test/access/open-table';
import { allRoutes } from '@/test/access/routes';
import { openSampleMerchant, type SampleMerchant } from '@/test/access/sample-merchant';
import { openHttpSender } from '@/test/fuzz/send-over-http';
import { startApp, type TestApp } from '@/test/support/app';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import { sendRawRequest } from '@/test/support/raw-exchange';

let base: TestDatabase;
let app: TestApp;
let merchant: SampleMerchant;

beforeAll(async () => {
  base = await createTestDatabase();
  const env = { SECRET_KEY: TEST_SECRET_KEY, BITCOIN_REGTEST: 'sandbox' };
  app = await startApp({ databaseUrl: base.url, env });
  merchant = await openSampleMerchant(base, app, 'headed');
});
afterAll(async () => {
  await app?.stop();
  await base?.drop();
});

/** Every GET path, requested without a session, and paths that do not exist. */
function paths(): string[] {
  const id = (pattern: string) =>
    pattern.includes('/link')
      ? merchant.linkId
      : pattern.includes('/pay/')
        ? merchant.checkoutId
        : merchant.paymentId;
  const known = allRoutes()
    .filter(({ method }) => method === 'GET')
    .map(({ pattern }) => pattern.replace(/\{\w+\}/, id(pattern)));
  const files = ['/icon.svg', '/docs.md', '/docs/nothing'];
  const missing = ['nothing', 'api/nothing', 'pay/x', 'pay/x/y/z', 'v1', '_next/nothing'];
  return [...known, ...files, ...missing.map((path) => `/${path}`)];
}

/** Headers that make Next.js or an intermediary treat a request specially. */
const SHORT_CUTS: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'next-router-prefetch': '1' },
  { 'next-router-prefetch': '1', rsc: '1', 'next-router-segment-prefetch': '/_tree' },
  { rsc: '1' },
  { purpose: 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { 'x-middleware-prefetch': '1' },
  { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
  { 'x-nextjs-data': '1' },
];

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  openHttpSender(app.url).send({ method: 'GET', path, headers, body: undefined });

function expectGuarded(
  headers: Readonly<Record<string, string | undefined>>,
  text: string,
  what: string,
) {
  const policy = headers['content-security-policy'] ?? '';
  expect(headers['x-content-type-options'], what).toBe('nosniff');
  expect(headers['x-frame-options'], what).toBe('DENY');
  expect(headers['referrer-policy'], what).toMatch(/^(?:same-origin|no-referrer)$/);
  expect(policy, what).toContain("frame-ancestors 'none'");
  expect(policy, what).toMatch(/default-src 'none'|script-src 'self' 'nonce-/);
  expect(/script-src ([^;]*)/.exec(policy)?.[1] ?? '', what).not.toMatch(/unsafe|\*|https?:|data:/);
  if (!policy.includes("default-src 'self'") || headers['content-type']?.includes('html') !== true)
    return;
  const [, nonce = 'none'] = /script-src [^;]*'nonce-([\w+/=]{24})'/.exec(policy) ?? [];
  for (const [tag] of text.matchAll(/<script\b[^>]*>/g)) {
    expect(tag, what).toContain(`nonce="${nonce}"`);
  }
}

test('the security headers are on every page and every API response, whatever the request’s headers', async () => {
  const { sessionId } = merchant.owner;
  for (const path of paths()) {
    for (const headers of SHORT_CUTS) {
      const what = `${path} ${JSON.stringify(headers)}`;
      const answer = await get(path, headers);
      expectGuarded(answer.headers, answer.text, what);
    }
  }
  for (const page of DASHBOARD_PAGES) {
    const asked = { id: page.includes('keys') ? merchant.key.id : merchant.paymentId };
    for (const headers of SHORT_CUTS) {
      const answer = await requestAs(app.url, `GET ${page}`, asked, { sessionId }, headers);
      expectGuarded(answer.headers, answer.text, `${page} ${JSON.stringify(headers)}`);
    }
  }
}, 600_000);

test('the security headers are on responses to unusual methods', async () => {
  for (const method of ['HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'TRACE']) {
    for (const path of [
      '/',
      '/v1/btc/payments',
      '/api/health',
      '/pay/x',
      '/icon.svg',
      '/nothing',
    ]) {
      const { headers, text } = await openHttpSender(app.url).send({
        method,
        path,
        headers: { 'next-router-prefetch': '1' },
        body: undefined,
      });
      expectGuarded(headers, text, `${method} ${path}`);
    }
  }
});

test('the security headers are on static files', async () => {
  const { text } = await get('/');
  const files = [
    ...new Set([...text.matchAll(/\/_next\/static\/[\w./-]+/g)].map(([file]) => file)),
  ];
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    const answer = await get(file);
    expect(answer.status, file).toBe(200);
    expectGuarded(answer.headers, '', file);
  }
});

test('the security headers are on the response to a malformed HTTP request', async () => {
  for (const request of [
    'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
  ]) {
    const answer = await sendRawRequest(app.url, request);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    const fields = answer.split('\r\n').map((line) => line.split(': ', 2));
    const headers = fields.map(([name = '', value]) => [name.toLowerCase(), value]);
    expectGuarded(Object.fromEntries(headers), '', request.slice(0, 60));
  }
});
