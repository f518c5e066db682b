import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetPassword } from '@/lib/accounts/reset-password';
import { signUp } from '@/lib/accounts/sign-up';
import { createThrottle } from '@/lib/accounts/throttle';
import { startApp, type TestApp } from '@/test/support/app';
import { type BrowserTab, openTab } from '@/test/support/browser-tab';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import { testVisitor } from '@/test/support/users';

const email = 'ann@example.com';
const password = 'a long enough password';
const DEVICE = 'blocktally-device';
/** This many IP addresses, each with this many failures, use up the limits of an account. */
const STRANGERS = 20;
const FAILURES = 10;

let base: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  base = await createTestDatabase();
  await signUp(
    { db: base.db, throttle: createThrottle(), rule: 'open' },
    { merchantName: 'Acme', email, password },
    testVisitor(),
    new Date(),
  );
  app = await startApp({ databaseUrl: base.url, env: { SECRET_KEY: TEST_SECRET_KEY } });
});
afterAll(async () => {
  await app?.stop();
  await base?.drop();
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const signIn = (tab: BrowserTab, address: string, given = password) =>
  tab.submit('/sign-in', { email, password: given }, from(address));

/** Uses up every limit that an attacker can reach with just an e-mail address. */
async function attack(): Promise<void> {
  const tab = openTab(app.url);
  const { csrfToken } = JSON.parse((await tab.get('/api/auth/csrf')).text);
  const wrong = { email, password: 'a wrong password', csrfToken };
  for (let at = 1; at <= STRANGERS; at += 1) {
    for (let failure = 0; failure < FAILURES; failure += 1) {
      await tab.post('/api/auth/callback/credentials', wrong, from(`198.51.100.${at}`));
    }
  }
}

test('while twenty IP addresses guess an owner’s password, the owner can sign in only on a known device', async () => {
  const known = openTab(app.url);
  await signIn(known, '192.0.2.1');
  await known.submit('/sign-out', {});
  await attack();
  const stranger = await signIn(openTab(app.url), '203.0.113.1');
  expect(stranger.text).toContain('Too many attempts');
  // The owner's IP address, and an IP address whose limit the attack has used up.
  for (const address of ['192.0.2.1', '198.51.100.1']) {
    const page = await signIn(known, address);
    expect([page.status, page.location], address).toEqual([303, '/dashboard']);
    await known.submit('/sign-out', {});
  }
  const endpoint = await known.post(
    '/api/auth/callback/credentials',
    { email, password, csrfToken: JSON.parse((await known.get('/api/auth/csrf')).text).csrfToken },
    from('198.51.100.2'),
  );
  expect(endpoint.location).not.toContain('error');
});

test('a device cookie is HttpOnly and SameSite, survives a sign-out, and is invalid after a password change', async () => {
  const tab = openTab(app.url);
  const other = openTab(app.url);
  const cleo = { merchantName: 'Cleo', email: 'cleo@example.com', password };
  await signUp(
    { db: base.db, throttle: createThrottle(), rule: 'open' },
    cleo,
    testVisitor(),
    new Date(),
  );
  const enter = (on: BrowserTab) => on.submit('/sign-in', { email: cleo.email, password });
  const page = await enter(tab);
  const cookie = page.setCookies.find((one) => one.startsWith(`${DEVICE}=`)) ?? '';
  for (const flag of ['Path=/', 'HttpOnly', 'SameSite=lax', 'Max-Age=34560000']) {
    expect(cookie.toLowerCase()).toContain(flag.toLowerCase());
  }
  await tab.submit('/sign-out', {});
  expect(tab.cookies.has(DEVICE)).toBe(true);
  const first = tab.cookies.get(DEVICE);
  await enter(tab);
  expect(tab.cookies.get(DEVICE)).toBe(first);
  const { password: next } = await resetPassword(base.db, cleo.email, new Date());
  await tab.submit('/sign-in', { email: cleo.email, password: next });
  expect(tab.cookies.get(DEVICE)).not.toBe(first);
  // A sign-in replaces a device cookie that is not valid for this user.
  other.cookies.set(DEVICE, first ?? '');
  await other.submit('/sign-in', { email: cleo.email, password: next });
  expect(other.cookies.get(DEVICE)).not.toBe(first);
});
