import { beforeEach, expect, test } from 'vitest';
import { appUser } from '@/db/schema/people';
import { createDemo } from '@/lib/accounts/create-demo';
import { startApp, type TestApp } from '@/test/support/app';
import { type BrowserTab, openTab } from '@/test/support/browser-tab';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { TEST_SECRET_KEY, testVault } from '@/test/support/factories';
import { startOidcServer } from '@/test/support/oidc-server';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { until } from '@/test/support/wait';

const SITE = 'https://pay.example';
const account = {
  merchantName: 'Acme',
  email: 'ann@example.com',
  password: 'a long enough password',
};

let base: TestDatabase;
let apps: TestApp[] = [];

const oidc = await openForTestFile(startOidcServer());
beforeEach(async () => {
  base = await createTestDatabase();
  return async () => {
    await Promise.all(apps.map((app) => app.stop()));
    apps = [];
    await base.drop();
  };
});

async function start(env: Record<string, string> = {}): Promise<TestApp> {
  const settings = {
    SECRET_KEY: TEST_SECRET_KEY,
    APP_URL: SITE,
    AUTH_OIDC_ISSUER: oidc.issuer,
    AUTH_OIDC_ID: oidc.clientId,
    AUTH_OIDC_SECRET: oidc.clientSecret,
    ...env,
  };
  const app = await startApp({ databaseUrl: base.url, env: settings });
  apps.push(app);
  return app;
}

const tokenOf = (app: TestApp) => /with the setup token (\S+)/.exec(app.output())?.[1];
const users = () => base.db.$count(appUser);
const fromSite = { origin: SITE };

async function throughProvider(app: TestApp, tab: BrowserTab): Promise<string | undefined> {
  oidc.person = { sub: 'ann', email: account.email, email_verified: true };
  const begun = await tab.get('/sign-in/with/oidc');
  const agreed = await fetch(begun.location ?? '', { redirect: 'manual' });
  const back = new URL(agreed.headers.get('location') ?? app.url);
  return (await tab.get(back.pathname + back.search)).location;
}

test('the first account requires the token that every server prints, and later accounts do not', async () => {
  const [one, two] = [await start(), await start()];
  const token = tokenOf(one) ?? '';
  expect(one.output()).not.toContain('is not a setting');
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  expect(one.output()).toContain(`${SITE}/sign-up`);
  expect(tokenOf(two)).toBe(token);

  const stranger = openTab(one.url);
  expect((await stranger.get('/sign-up')).text).not.toContain('name="password"');
  const guess = await stranger.submit('/sign-up', { setupToken: '0'.repeat(32) }, fromSite);
  expect(guess.text).toContain('not the setup token');
  expect(await throughProvider(one, stranger)).toBe(`${SITE}/sign-in?error=setup_token_required`);
  expect(await users()).toBe(0);

  const owner = openTab(two.url);
  const accepted = await owner.submit('/sign-up', { setupToken: token }, fromSite);
  expect([accepted.status, accepted.location]).toEqual([303, '/sign-up']);
  for (const flag of ['HttpOnly', 'Secure', 'SameSite=lax']) {
    expect(accepted.setCookies.join().toLowerCase()).toContain(flag.toLowerCase());
  }
  const page = await owner.submit('/sign-up', account, fromSite);
  expect([page.status, page.location]).toEqual([303, '/dashboard']);
  expect(await users()).toBe(1);

  await one.kill();
  const before = one.output().length;
  await one.start();
  expect(one.output().slice(before)).not.toContain(token);
  const late = openTab(one.url);
  expect((await late.get('/sign-up')).text).toContain('Sign-up is closed');
});

test('a user can create the first account through a sign-in provider after entering the token', async () => {
  const app = await start();
  const tab = openTab(app.url);
  await tab.submit('/sign-up', { setupToken: tokenOf(app) ?? '' }, fromSite);
  expect(await throughProvider(app, tab)).toBe(`${SITE}/dashboard`);
  expect(await users()).toBe(1);
});

test('a sign-up form that skips the token step creates no account', async () => {
  const app = await start();
  const owner = openTab(app.url);
  await owner.submit('/sign-up', { setupToken: tokenOf(app) ?? '' }, fromSite);
  const device = [...owner.cookies.keys()].find((name) => name.endsWith('blocktally-setup')) ?? '';
  owner.cookies.set(device, '0'.repeat(32));
  const { text } = await owner.get('/sign-up', fromSite);
  expect(text).toContain('Setup token');
  owner.cookies.delete(device);
  expect((await owner.submit('/sign-up', account, fromSite)).location).toBeUndefined();
  expect(await users()).toBe(0);
});

test('on a developer’s machine, the first account needs no token, even if a demo shop exists', async () => {
  await createDemo(base.db, testVault, new Date());
  const app = await start({ APP_URL: '' });
  expect(tokenOf(app)).toBeUndefined();
  const page = await openTab(app.url).submit('/sign-up', account);
  expect([page.status, page.location]).toEqual([303, '/dashboard']);
});

test('the first start of a server with a real network prints the next steps', async () => {
  const settings = { BITCOIN_SIGNET: 'http://ann:hidden@127.0.0.1:9', BITCOIN_MAINNETT: 'x' };
  const app = await start({ ...settings, BITCOIN_REGTEST: '' });
  // The load of the machine decides which of the two is printed; other tests check both.
  const state = /\nsignet: (?:not reachable|no answer within).*\(BITCOIN_SIGNET\)\n/;
  await until('the state of the chain is printed', () => state.test(app.output()));
  for (const text of [
    'BITCOIN_MAINNETT is not a setting. Did you mean BITCOIN_MAINNET?',
    `Create the first one at ${SITE}/sign-up`,
    'admin -- key create --network signet --descriptor',
    `${SITE}/docs/keys-and-wallets`,
  ]) {
    expect(app.output()).toContain(text);
  }
  expect(app.output()).not.toContain('hidden');
});

test('a server with a real network reports at each start that its database contains a demo shop', async () => {
  await createDemo(base.db, testVault, new Date());
  const app = await start({ BITCOIN_SIGNET: 'http://127.0.0.1:9', BITCOIN_REGTEST: '' });
  expect(app.output()).toContain('demo shop of an earlier start');
  expect(app.output()).toContain('user reset-password demo@localhost');
  expect(app.output()).toContain('"networks":["signet"]');
});
