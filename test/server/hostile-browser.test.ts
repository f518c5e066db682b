import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestAs } from '@/test/access/ask';
import { DASHBOARD_PAGES, PUBLIC_ROUTE_REASONS } from '@/test/access/open-table';
import { allRoutes } from '@/test/access/routes';
import { openSampleMerchant, type SampleMerchant } from '@/test/access/sample-merchant';
import { openHttpSender } from '@/test/fuzz/send-over-http';
import { startApp, type TestApp } from '@/test/support/app';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { TEST_SECRET_KEY } from '@/test/support/factories';

let base: TestDatabase;
let app: TestApp;
let secure: TestApp;
let merchant: SampleMerchant;

beforeAll(async () => {
  base = await createTestDatabase();
  const env = { SECRET_KEY: TEST_SECRET_KEY, BITCOIN_REGTEST: 'sandbox' };
  app = await startApp({ databaseUrl: base.url, env });
  merchant = await openSampleMerchant(base, app, 'framed');
  secure = await startApp({
    databaseUrl: base.url,
    env: { SECRET_KEY: TEST_SECRET_KEY, APP_URL: 'https://pay.example' },
  });
});
afterAll(async () => {
  await Promise.all([app?.stop(), secure?.stop()]);
  await base?.drop();
});

function idOf(path: string): string {
  if (path.includes('shops')) return 'woocommerce';
  return path.includes('keys') ? merchant.key.id : merchant.paymentId;
}

function paths(): string[] {
  const id = (pattern: string) =>
    pattern.includes('/link')
      ? merchant.linkId
      : pattern.includes('/pay/')
        ? merchant.checkoutId
        : idOf(pattern);
  const known = allRoutes()
    .filter(({ method }) => method === 'GET')
    .map(({ pattern }) => pattern.replace(/\{\w+\}/, id(pattern)));
  return [
    ...known,
    '/nothing',
    '/api/nothing',
    '/api/auth/verify-request',
    '/pay/x',
    '/pay/x/y/z',
    '/v1',
    '/_next/nothing',
    '/metrics/x',
    '/docs/nothing',
    '/dashboard/nothing',
    '/pay',
    '/api',
  ];
}

const get = (site: string, path: string, headers: Record<string, string> = {}) =>
  openHttpSender(site).send({ method: 'GET', path, headers, body: undefined });

describe('every response that a browser shows as a page', () => {
  test('a page that the server returns cannot be framed by other sites', async () => {
    for (const path of paths()) {
      const { headers } = await get(app.url, path);
      if (!headers['content-type']?.startsWith('text/html')) continue;
      expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
    }
  });

  test('a page runs only scripts with its nonce, which is different in each response', async () => {
    const nonces = new Set<string>();
    const pages = [
      ...paths().filter((path) => !/^\/(?:v1|api|pay|i\/|invoice|link|refund|metrics)/.test(path)),
      '/sign-in',
    ];
    for (const path of pages) {
      for (const headers of [{}, { purpose: 'prefetch' }, { 'sec-purpose': 'prefetch' }]) {
        const { headers: answered, text } = await get(app.url, path, headers);
        if (!answered['content-type']?.startsWith('text/html')) continue;
        const policy = answered['content-security-policy'] ?? '';
        const [, scripts = ''] = /script-src ([^;]*)/.exec(policy) ?? [];
        const [, nonce = ''] = /'nonce-([\w+/=]{24})'/.exec(scripts) ?? [];
        expect(nonces.has(nonce) || nonce === '', path).toBe(false);
        nonces.add(nonce);
        expect(scripts, path).not.toMatch(/unsafe|\*|https?:|data:/);
        expect(policy).toMatch(/object-src 'none'.*base-uri 'self'.*form-action 'self'/);
        for (const [tag] of text.matchAll(/<script\b[^>]*>/g))
          expect(tag).toContain(`nonce="${nonce}"`);
      }
    }
  });

  test('browsers and proxies do not cache a page with a merchant’s data', async () => {
    const as = { sessionId: merchant.owner.sessionId };
    const data = ['frame', 'payments', 'keys', 'deliveries', 'team', 'audit'];
    data.push('payments/export?format=csv');
    for (const path of [...DASHBOARD_PAGES, ...data.map((name) => `/api/dashboard/${name}`)]) {
      const route = `GET ${path.replace('{id}', idOf(path))}`;
      const { status, cacheControl } = await requestAs(app.url, route, {}, as);
      expect([status, cacheControl], path).toEqual([200, expect.stringMatching(/no-store/)]);
    }
    const session = await requestAs(app.url, 'GET /api/auth/session', {}, as);
    expect(session.cacheControl).toMatch(/no-store|no-cache/);
  });
});

describe('a forged Host', () => {
  /** Names another host in every header that can contain one. */
  function forged(path: string, init: { method?: string; body?: string; headers?: object } = {}) {
    const { hostname, port } = new URL(app.url);
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
      'x-original-url': 'https://evil.example/',
      ...init.headers,
    };
    return new Promise<string>((resolve, reject) => {
      const request = httpRequest(
        { hostname, port, path, method: init.method ?? 'GET', headers },
        (response) => {
          let text = JSON.stringify(response.headers);
          if (response.headers['content-type']?.startsWith('text/event-stream')) response.destroy();
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('close', () => resolve(text));
          response.on('error', () => resolve(text));
        },
      );
      request.on('error', reject);
      request.end(init.body);
    });
  }

  test('a forged Host appears in no response, since links are built from APP_URL', async () => {
    for (const path of paths()) expect(await forged(path), path).not.toContain('evil.example');
    for (const route of Object.keys(PUBLIC_ROUTE_REASONS).filter((one) => one.startsWith('GET'))) {
      const path = route.slice(4).replace(/\{\w+\}/, 'signin');
      expect(await forged(path), path).not.toContain('evil.example');
    }
  });

  test('a forged Host does not appear in a new payment’s links and Location', async () => {
    const answer = await forged('/v1/btc/payments', {
      method: 'POST',
      body: '{"amount_sats":1000}',
      headers: {
        authorization: `Bearer ${merchant.key.apiKey}`,
        'content-type': 'application/json',
      },
    });
    expect(answer).toContain('http://localhost');
    expect(answer).not.toContain('evil.example');
  });
});

describe('the destination of a sign-in', () => {
  test('no callbackUrl of a sign-in or sign-out can inject a response header', async () => {
    for (const asked of [
      '/x%0d%0ax-injected:%201',
      '%0d%0ax-injected:%201',
      '/dashboard%0a%0dset-cookie:a=b',
    ]) {
      for (const path of [
        '/sign-in',
        '/api/auth/signin',
        '/sign-in/with/github',
        '/api/auth/signout',
      ]) {
        const { status, headers } = await get(app.url, `${path}?callbackUrl=${asked}`);
        expect(status).toBeLessThan(500);
        expect([headers['x-injected'], headers['set-cookie']?.includes('a=b') ?? false]).toEqual([
          undefined,
          false,
        ]);
      }
    }
  });

  test('an invalid callbackUrl causes no server error, whether it is in a link or in a cookie', async () => {
    const cookie = 'next-auth.callback-url=javascript%3Aalert(1)';
    for (const path of [
      '/api/auth/session',
      '/api/auth/csrf',
      '/sign-in',
      '/dashboard',
      '/api/dashboard/frame',
    ]) {
      const { status } = await get(app.url, `${path}?callbackUrl=javascript:alert(1)`, { cookie });
      expect(status, path).toBeLessThan(500);
    }
  });
});

describe('over https', () => {
  test('every HTTPS response has the HSTS header, and no HTTP response has it', async () => {
    for (const path of [
      '/',
      '/sign-in',
      '/v1/btc/payments',
      '/pay/x',
      '/api/health',
      '/icon.svg',
      '/nothing',
    ]) {
      const asked = await get(secure.url, path);
      expect(asked.headers['strict-transport-security'], path).toMatch(/^max-age=31536000$/);
      expect((await get(app.url, path)).headers['strict-transport-security'], path).toBeUndefined();
    }
  });
});

describe('a form from another site', () => {
  test.each([
    'http://pay.example',
    'https://pay.example.evil.example',
    'https://evil.example/?https://pay.example',
    'https://xpay.example',
    'https://pay.example:444',
    'null',
    '',
  ])('a form from another site with the origin "%s" changes nothing', async (origin) => {
    // Some browsers send only Origin, without Sec-Fetch-Site.
    const headers = { 'sec-fetch-site': '', origin };
    const route = 'POST /api/dashboard/session/merchant';
    const body = { merchant_id: merchant.owner.merchantId };
    const { status } = await requestAs(
      secure.url,
      route,
      { body },
      { sessionId: merchant.owner.sessionId, secure: true },
      headers,
    );
    expect(status).toBe(403);
  });
});
