import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appUser, userIdentity } from '@/db/schema/people';
import { totpCode } from '@/lib/accounts/factors/totp';
import { identityProviderName } from '@/lib/accounts/identity-provider-name';
import { signUp } from '@/lib/accounts/sign-up';
import { createThrottle } from '@/lib/accounts/throttle';
import { startApp, type TestApp } from '@/test/support/app';
import { type BrowserTab, openTab } from '@/test/support/browser-tab';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import { type OidcServer, startOidcServer } from '@/test/support/oidc-server';
import { setUpTotp } from '@/test/support/totp';
import { testVisitor } from '@/test/support/users';

const email = 'ann@example.com';
const password = 'a long enough password';
const COOKIE = 'blocktally-session';
const CODE_PAGE = '/sign-in/code?callbackUrl=%2Fdashboard%2Fkeys';

let base: TestDatabase;
let oidc: OidcServer;
let app: TestApp;
let userId: string;

beforeAll(async () => {
  [base, oidc] = await Promise.all([createTestDatabase(), startOidcServer()]);
  const account = await signUp(
    { db: base.db, throttle: createThrottle(), rule: 'open' },
    { merchantName: 'Acme', email, password },
    testVisitor(),
    new Date(),
  );
  userId = account.userId;
  const provider = identityProviderName({ id: 'oidc', issuer: oidc.issuer });
  await base.db
    .insert(userIdentity)
    .values({ provider, subject: 'known', userId, createdAt: new Date() });
  app = await startWith(oidc);
});
afterAll(async () => {
  await Promise.all([app?.stop(), oidc?.close()]);
  await base?.drop();
});

const startWith = (server: OidcServer, env = {}) =>
  startApp({
    databaseUrl: base.url,
    env: {
      ...env,
      SECRET_KEY: TEST_SECRET_KEY,
      SIGN_UP: 'open',
      AUTH_OIDC_ISSUER: server.issuer,
      AUTH_OIDC_ID: server.clientId,
      AUTH_OIDC_SECRET: server.clientSecret,
      AUTH_OIDC_NAME: 'Acme ID',
    },
  });

/** The server's URL as configured in APP_URL. */
const publicUrl = (at = app) => at.url.replace('127.0.0.1', 'localhost');
const isSignedIn = async (tab: BrowserTab) =>
  (await tab.get('/api/dashboard/frame')).status === 200;

/** Clicks the button and follows every redirect; returns the last response of our server. */
async function goThrough(tab: BrowserTab, callbackUrl = '/dashboard', server = oidc, at = app) {
  const start = await tab.get(`/sign-in/with/oidc?callbackUrl=${encodeURIComponent(callbackUrl)}`);
  expect(start.location).toMatch(`${server.issuer}/authorize`);
  const agreed = await fetch(start.location ?? '', { redirect: 'manual' });
  const back = new URL(agreed.headers.get('location') ?? '');
  expect(back.origin).toBe(publicUrl(at));
  return { back, page: await tab.get(back.pathname + back.search) };
}

test('a sign-in through an OpenID Connect server creates a user, and finds the same user the next time', async () => {
  oidc.person = { sub: 'cleo', email: 'cleo@example.com', email_verified: true };
  for (const path of ['/dashboard/keys', '/dashboard']) {
    const tab = openTab(app.url);
    const { page } = await goThrough(tab, path);
    expect(page.location).toBe(`${publicUrl()}${path}`);
    expect(await isSignedIn(tab)).toBe(true);
  }
});

test('a user who joins through an OpenID Connect server has the provider’s name until they change it', async () => {
  oidc.person = { sub: 'dan', email: 'dan@example.com', email_verified: true, name: ' Dan Dee ' };
  const tab = openTab(app.url);
  await goThrough(tab);
  expect((await tab.get('/api/dashboard/team')).text).toContain('"name":"Dan Dee"');
  await base.db.update(appUser).set({ name: 'Daniel' }).where(eq(appUser.email, 'dan@example.com'));
  await goThrough(openTab(app.url));
  expect((await tab.get('/api/dashboard/team')).text).toContain('"name":"Daniel"');
});

test('a sign-in through an OpenID Connect server fails if the e-mail address is unverified or already in use', async () => {
  for (const [verified, address, code] of [
    [false, 'dora@example.com', 'email_not_verified'],
    [true, email, 'account_exists'],
  ] as const) {
    oidc.person = { sub: `new-${code}`, email: address, email_verified: verified };
    const tab = openTab(app.url);
    const { page } = await goThrough(tab);
    expect(page.location).toBe(`${publicUrl()}/sign-in?error=${code}`);
    expect(await isSignedIn(tab)).toBe(false);
  }
});

test('a signed-in user can connect an OpenID Connect server, and later sign-ins find the same user', async () => {
  oidc.person = { sub: 'ann', email, email_verified: true };
  const tab = openTab(app.url);
  await tab.submit('/sign-in', { email, password });
  await goThrough(tab);
  const later = openTab(app.url);
  await goThrough(later);
  expect((await later.get('/api/auth/session')).text).toContain(userId);
});

test('equal user ids at two OpenID Connect servers belong to two users', async () => {
  const other = await startOidcServer();
  const at = await startWith(other);
  try {
    const signIn = async () => {
      const tab = openTab(at.url);
      const { page } = await goThrough(tab, '/dashboard', other, at);
      return { page, session: (await tab.get('/api/auth/session')).text };
    };
    other.person = { sub: 'known' };
    const refused = await signIn();
    expect(refused.page.location).toBe(`${publicUrl(at)}/sign-in?error=email_not_verified`);
    other.person = { sub: 'known', email: 'eve@example.com', email_verified: true };
    const { session } = await signIn();
    expect(session).toContain('eve@example.com');
    expect(session).not.toContain(userId);
  } finally {
    await Promise.all([at.stop(), other.close()]);
  }
});

test('a sign-in through an OpenID Connect server must end in the browser where it began', async () => {
  oidc.person = { sub: 'cleo', email: 'cleo@example.com', email_verified: true };
  const start = await openTab(app.url).get('/sign-in/with/oidc');
  const agreed = await fetch(start.location ?? '', { redirect: 'manual' });
  const back = new URL(agreed.headers.get('location') ?? '');
  const victim = openTab(app.url);
  await victim.get(back.pathname + back.search);
  expect(victim.cookies.has(COOKIE)).toBe(false);
});

test('over HTTPS, the cookies of a sign-in through an OpenID Connect server are limited to this host', async () => {
  oidc.person = { sub: 'cleo', email: 'cleo@example.com', email_verified: true };
  const at = await startWith(oidc, { APP_URL: 'https://pay.example.com' });
  try {
    const tab = openTab(at.url);
    const start = await tab.get('/sign-in/with/oidc');
    const begun = start.setCookies.filter((cookie) => !/callback-url/.test(cookie));
    expect(begun.length).toBeGreaterThanOrEqual(3);
    for (const cookie of begun) expect(cookie).toMatch(/^__Host-[^;]+;.*; Secure/i);
    const agreed = await fetch(start.location ?? '', { redirect: 'manual' });
    const back = new URL(agreed.headers.get('location') ?? '');
    const page = await tab.get(back.pathname + back.search);
    expect(page.location).toBe('https://pay.example.com/dashboard');
  } finally {
    await at.stop();
  }
});

test('another site’s page cannot start a sign-in through an OpenID Connect server', async () => {
  const tab = openTab(app.url);
  const other = await tab.get('/sign-in/with/oidc', { 'sec-fetch-site': 'cross-site' });
  expect(other.location).toBe('/sign-in');
  expect((await tab.get('/sign-in/with/github')).status).toBe(404);
  expect((await tab.get('/sign-in')).text).toContain('Acme ID');
});

test('a user with an authenticator app enters a code after a provider that checked no second factor', async () => {
  oidc.person = { sub: 'careful', email: 'careful@example.com', email_verified: true };
  await goThrough(openTab(app.url));
  const [user] = await base.db
    .select()
    .from(appUser)
    .where(eq(appUser.email, 'careful@example.com'));
  const secret = await setUpTotp(base.db, user?.id ?? '');
  const tab = openTab(app.url);
  for (const amr of [undefined, ['pwd'], ['otp', 'pwd']]) {
    oidc.person = { sub: 'careful', ...(amr && { amr }) };
    const { page } = await goThrough(tab, '/dashboard/keys');
    expect(page.location).toBe(`${publicUrl()}${CODE_PAGE}`);
    expect(await isSignedIn(tab)).toBe(false);
  }
  const code = totpCode(secret, new Date());
  expect((await tab.submit(CODE_PAGE, { code })).location).toBe('/dashboard/keys');
  expect(await isSignedIn(tab)).toBe(true);

  const other = openTab(app.url);
  oidc.person = { sub: 'careful', amr: ['pwd', 'mfa'] };
  expect((await goThrough(other)).page.location).toBe(`${publicUrl()}/dashboard`);
  expect(await isSignedIn(other)).toBe(true);
});
