import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endSession } from '@/lib/accounts/open-session';
import { signUp } from '@/lib/accounts/sign-up';
import { createThrottle } from '@/lib/accounts/throttle';
import { sealSession } from '@/lib/auth/session-cookie';
import { sessionSecret } from '@/lib/keys/secret-key';

import { startApp, type TestApp } from '@/test/support/app';
import { type BrowserTab, openTab } from '@/test/support/browser-tab';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import { signInAgain, testVisitor } from '@/test/support/users';

const email = 'ann@example.com';
const password = 'a long enough password';
const COOKIE = 'blocktally-session';
const SECURE = 'https://pay.example';

let base: TestDatabase;
let app: TestApp;
let secureApp: TestApp;
let userId: string;

beforeAll(async () => {
  base = await createTestDatabase();
  const account = await signUp(
    { db: base.db, throttle: createThrottle(), rule: 'open' },
    { merchantName: 'Acme', email, password },
    testVisitor(),
    new Date(),
  );
  userId = account.userId;
  const env = { SECRET_KEY: TEST_SECRET_KEY, SIGN_UP: 'open' };
  app = await startApp({ databaseUrl: base.url, env });
  secureApp = await startApp({ databaseUrl: base.url, env: { ...env, APP_URL: SECURE } });
});
afterAll(async () => {
  await Promise.all([app?.stop(), secureApp?.stop()]);
  await base?.drop();
});

/** The server's URL as configured in APP_URL. */
const publicUrl = () => app.url.replace('127.0.0.1', 'localhost');
const sessionCookieOf = (page: { setCookies: readonly string[] }) =>
  page.setCookies.find((one) => one.startsWith(`${COOKIE}=`));
const isSignedIn = async (tab: BrowserTab) =>
  (await tab.get('/api/dashboard/frame')).status === 200;

async function csrfToken(tab: BrowserTab): Promise<string> {
  return JSON.parse((await tab.get('/api/auth/csrf')).text).csrfToken as string;
}
const credentials = (tab: BrowserTab, fields: Record<string, string>, headers = {}) =>
  tab.post('/api/auth/callback/credentials', { email, password, ...fields }, headers);

describe('the sign-in form', () => {
  test('the sign-in form sets an HttpOnly, SameSite cookie and leads to the requested page', async () => {
    const tab = openTab(app.url);
    const page = await tab.submit('/sign-in?callbackUrl=%2Fdashboard%2Fkeys', { email, password });
    expect([page.status, page.location]).toEqual([303, '/dashboard/keys']);
    const cookie = sessionCookieOf(page) ?? '';
    for (const flag of ['Path=/', 'HttpOnly', 'SameSite=lax', 'Max-Age=2592000']) {
      expect(cookie.toLowerCase()).toContain(flag.toLowerCase());
    }
    expect(cookie).not.toMatch(/domain=|secure/i);
    expect(await isSignedIn(tab)).toBe(true);
  });

  test('the sign-in form appears for a link into the dashboard, and leads to the linked page', async () => {
    const link = '/dashboard/webhooks?status=failed&host=a.example';
    const tab = openTab(app.url);
    const asked = await tab.get(link, { 'x-here': 'https://evil.example/' });
    const signIn = `/sign-in?callbackUrl=${encodeURIComponent(link)}`;
    expect([asked.status, asked.location]).toEqual([307, signIn]);
    const page = await tab.submit(signIn, { email, password });
    expect([page.status, page.location]).toEqual([303, link]);
  });

  test('the server rejects a sign-in form that another site submits', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'no origin at all' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const tab = openTab(app.url);
      const page = await tab.submit('/sign-in', { email, password }, headers);
      expect(page.status).toBeLessThan(500);
      expect(sessionCookieOf(page)).toBeUndefined();
      expect(tab.cookies.has(COOKIE)).toBe(false);
    }
  });

  test('the sign-in form reports a wrong password, and keeps the e-mail address but not the password', async () => {
    const page = await openTab(app.url).submit('/sign-in', { email, password: 'not the password' });
    expect(page.text).toContain('do not match');
    expect(page.text).toContain(`value="${email}"`);
    expect(page.text).not.toContain('not the password');
    expect(sessionCookieOf(page)).toBeUndefined();
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'the sign-in form ignores the return path %s and leads to Home',
    async (asked) => {
      const path = `/sign-in?callbackUrl=${encodeURIComponent(asked)}`;
      const page = await openTab(app.url).submit(path, { email, password, callbackUrl: asked });
      expect(page.location).toBe('/dashboard');
    },
  );
});

describe('the sign-in endpoint', () => {
  test('the sign-in endpoint signs a user in with its CSRF token', async () => {
    const tab = openTab(app.url);
    const page = await credentials(tab, { csrfToken: await csrfToken(tab) });
    expect(page.location).toBe(`${publicUrl()}/dashboard`);
    expect(sessionCookieOf(page)).toMatch(/HttpOnly; SameSite=Lax/i);
    expect(await isSignedIn(tab)).toBe(true);
  });

  test('the sign-in endpoint rejects a missing CSRF token and another browser’s CSRF token', async () => {
    for (const token of ['', await csrfToken(openTab(app.url))]) {
      const tab = openTab(app.url);
      await csrfToken(tab);
      const page = await credentials(tab, { csrfToken: token });
      expect(page.location).toContain('csrf=true');
      expect(sessionCookieOf(page)).toBeUndefined();
    }
  });

  test('the sign-in endpoint never redirects to another host, whatever callbackUrl and Host are sent', async () => {
    const tab = openTab(app.url);
    const fields = { csrfToken: await csrfToken(tab), callbackUrl: 'https://evil.example/x' };
    const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const page = await credentials(tab, fields, forged);
    expect(page.location).toBe(`${publicUrl()}/dashboard`);
  });

  test('the sign-in endpoint returns 404, not an internal error, for paths that the library does not handle', async () => {
    const paths = [
      'callback/credentials',
      'callback/nobody',
      'signin/nobody',
      'error/%0d',
      'a/b/c',
    ];
    for (const path of paths) {
      expect((await openTab(app.url).get(`/api/auth/${path}`)).status, path).toBe(404);
    }
  });

  test('the sign-in endpoint logs nothing about an unauthenticated request', async () => {
    const body = { level: 'error', code: 'ANYTHING', message: 'written by a stranger' };
    expect((await openTab(app.url).post('/api/auth/_log', body)).status).toBe(404);
    expect(app.output()).not.toContain('written by a stranger');
  });
});

describe('over https', () => {
  test('over HTTPS, the sign-in cookies are Secure and bound to this host', async () => {
    const tab = openTab(secureApp.url);
    const page = await credentials(tab, { csrfToken: await csrfToken(tab) });
    expect(page.location).toBe(`${SECURE}/dashboard`);
    expect([...tab.cookies.keys()]).toEqual(
      expect.arrayContaining(['__Host-blocktally-session', '__Host-blocktally-csrf']),
    );
    for (const cookie of page.setCookies) expect(cookie).toMatch(/; Secure/i);
    expect(await isSignedIn(tab)).toBe(true);
  });
});

describe('a session', () => {
  async function signedIn(): Promise<{ tab: BrowserTab; sessionId: string }> {
    const tab = openTab(app.url);
    const { sessionId } = await signInAgain(base.db, userId);
    const secret = sessionSecret(new Uint8Array(Buffer.from(TEST_SECRET_KEY, 'base64')));
    tab.cookies.set(COOKIE, await sealSession(sessionId, secret));
    return { tab, sessionId };
  }

  test('a session ends with the first request after its revocation', async () => {
    const { tab, sessionId } = await signedIn();
    expect(await isSignedIn(tab)).toBe(true);
    await endSession(base.db, sessionId, new Date());
    expect((await tab.get('/api/dashboard/frame')).status).toBe(401);
    expect((await tab.get('/dashboard')).text).not.toContain(email);
    expect((await tab.get('/api/auth/session')).text).toBe('{}');
    expect(tab.cookies.has(COOKIE)).toBe(false);
  });

  test('a sign-in ends the earlier session in the same browser', async () => {
    const { tab } = await signedIn();
    const brought = tab.cookies.get(COOKIE) ?? '';
    await credentials(tab, { csrfToken: await csrfToken(tab) });
    expect(tab.cookies.get(COOKIE)).not.toBe(brought);
    expect(await isSignedIn(tab)).toBe(true);
    tab.cookies.set(COOKIE, brought);
    expect(await isSignedIn(tab)).toBe(false);
  });

  test('a session is rejected if it is altered or signed with another server’s key', async () => {
    const { tab } = await signedIn();
    const own = tab.cookies.get(COOKIE) ?? '';
    const { sessionId } = await signInAgain(base.db, userId);
    for (const forged of [await sealSession(sessionId, 'another secret'), `${own}x`, 'x', '']) {
      tab.cookies.set(COOKIE, forged);
      expect(await isSignedIn(tab)).toBe(false);
    }
  });

  test('a session gives no access to /v1, whether as a cookie, bearer token or password', async () => {
    const { tab } = await signedIn();
    const sealed = tab.cookies.get(COOKIE) ?? '';
    const path = '/v1/btc/payments?from=0&to=1';
    const basic = Buffer.from(`${email}:${password}`).toString('base64');
    for (const headers of [
      {},
      { authorization: `Bearer ${sealed}` },
      { authorization: `Basic ${basic}` },
    ]) {
      expect((await tab.get(path, headers)).status).toBe(401);
    }
    expect((await tab.post('/v1/btc/payments', { amount_sats: '1' })).status).toBe(401);
  });

  test('a sign-out ends the session and removes its cookie', async () => {
    const { tab } = await signedIn();
    const sealed = tab.cookies.get(COOKIE) ?? '';
    await tab.submit('/sign-out', {});
    expect(tab.cookies.has(COOKIE)).toBe(false);
    tab.cookies.set(COOKIE, sealed);
    expect(await isSignedIn(tab)).toBe(false);
  });
});
