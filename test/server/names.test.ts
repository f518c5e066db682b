import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '@/lib/accounts/sign-up';
import { createThrottle } from '@/lib/accounts/throttle';
import { openSampleMerchant, type SampleMerchant } from '@/test/access/sample-merchant';
import { openHttpSender } from '@/test/fuzz/send-over-http';
import { startApp, type TestApp } from '@/test/support/app';
import { fillForm } from '@/test/support/browser-tab';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import { testVisitor } from '@/test/support/users';

const FIRST = 'https://pay.example';
const LAN = 'http://192.168.1.20:3000';
const ONION = 'http://shop.onion';

let base: TestDatabase;
let app: TestApp;
let merchant: SampleMerchant;
const person = { email: 'ann@example.com', password: 'a long enough password' };

beforeAll(async () => {
  base = await createTestDatabase();
  const env = { SECRET_KEY: TEST_SECRET_KEY, BITCOIN_REGTEST: 'sandbox' };
  app = await startApp({
    databaseUrl: base.url,
    env: { ...env, APP_URL: `${FIRST}, ${LAN}, ${ONION}`, SIGN_UP: 'open' },
  });
  merchant = await openSampleMerchant(base, app, 'named');
  const deps = { db: base.db, throttle: createThrottle(), rule: 'open' } as const;
  await signUp(deps, { merchantName: 'Acme', ...person }, testVisitor(), new Date());
});
afterAll(async () => {
  await app?.stop();
  await base?.drop();
});

type Headers = Readonly<Record<string, string>>;

/** The headers of a request to a URL, with a proxy's headers for https. */
const at = (site: string): Headers => {
  const { host, protocol } = new URL(site);
  return { host, ...(protocol === 'https:' && { 'x-forwarded-proto': 'https' }) };
};
const get = (path: string, headers: Headers) =>
  openHttpSender(app.url).send({ method: 'GET', path, headers, body: undefined });

async function signIn(site: string) {
  const { text } = await get('/sign-in', at(site));
  const form = new Response(fillForm(text, person));
  const headers = {
    ...at(site),
    ...{ origin: site, 'content-type': form.headers.get('content-type') ?? '' },
  };
  const body = Buffer.from(await form.arrayBuffer());
  return openHttpSender(app.url).send({ method: 'POST', path: '/sign-in', headers, body });
}

describe('a host that APP_URL lists', () => {
  test.each([
    [FIRST, '__Host-blocktally-session', true],
    [LAN, 'blocktally-session', false],
    [ONION, 'blocktally-session', false],
  ])(
    'at %s a user can sign in, and browsers accept the cookie %s (secure: %s)',
    async (site, name, secure) => {
      const { status, headers } = await signIn(site);
      expect(status).toBe(303);
      const [, value = ''] =
        new RegExp(`(?:^|, ?)${name}=([^;]+)`).exec(headers['set-cookie'] ?? '') ?? [];
      expect(value).not.toBe('');
      expect(/; secure/i.test(headers['set-cookie'] ?? '')).toBe(secure);
      const frame = await get('/api/dashboard/frame', { ...at(site), cookie: `${name}=${value}` });
      expect([frame.status, JSON.parse(frame.text).app_url]).toEqual([200, site]);
    },
  );

  test('links in API responses start with the request’s URL if APP_URL lists it, else with APP_URL’s first URL', async () => {
    const links = await Promise.all(
      [FIRST, LAN, ONION, 'http://other.example'].map(async (site) => {
        const { text } = await openHttpSender(app.url).send({
          method: 'POST',
          path: '/v1/btc/payments',
          headers: {
            ...at(site),
            authorization: `Bearer ${merchant.key.apiKey}`,
            'content-type': 'application/json',
          },
          body: Buffer.from('{"amount_sats":1000}'),
        });
        return new URL(JSON.parse(text).checkout_url).origin;
      }),
    );
    expect(links).toEqual([FIRST, LAN, ONION, FIRST]);
  });

  test('passkeys are offered only at the first URL of APP_URL', async () => {
    expect((await get('/sign-in', at(FIRST))).text).toContain('Sign in with a passkey');
    expect((await get('/sign-in', at(LAN))).text).not.toContain('Sign in with a passkey');
  });
});

describe('a host that APP_URL does not list', () => {
  test.each([
    ['another host', { host: 'other.example' }],
    ['an address', { host: '127.0.0.1:3000' }],
    ['http instead of https', { host: 'pay.example', 'x-forwarded-proto': 'http' }],
  ])(
    'at a URL with %s that APP_URL omits, the sign-in page shows only links to the listed URLs',
    async (_, headers) => {
      for (const path of ['/sign-in?callbackUrl=%2Fdashboard%2Fkeys', '/sign-up']) {
        const { status, text } = await get(path, headers);
        const page = text.replace(/<script[\s\S]*?<\/script>/g, '');
        expect(status).toBe(200);
        expect(page).not.toContain('<form');
        for (const site of [FIRST, LAN, ONION]) expect(page).toContain(`href="${site}${path}"`);
        expect(text).not.toContain('other.example');
      }
    },
  );

  test('payment pages work at a host that APP_URL does not list', async () => {
    const { status } = await get(`/pay/${merchant.checkoutId}`, { host: 'other.example' });
    expect(status).toBe(200);
  });

  test('the sign-in page shows its form even if a proxy hides the original host of the request', async () => {
    const hidden = { host: '127.0.0.1:3000', 'x-forwarded-for': '203.0.113.7' };
    expect((await get('/sign-in', hidden)).text).toContain('<form');
  });
});
