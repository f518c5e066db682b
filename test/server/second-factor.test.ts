import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { merchant } from '@/db/schema/accounts';
import { totpCode } from '@/lib/accounts/factors/totp';
import { signUp } from '@/lib/accounts/sign-up';
import { createThrottle } from '@/lib/accounts/throttle';
import { startApp } from '@/test/support/app';
import { type BrowserTab, fillForm, openTab } from '@/test/support/browser-tab';
import { createTestDatabase } from '@/test/support/database';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { setUpTotp } from '@/test/support/totp';
import { testVisitor } from '@/test/support/users';

const email = 'ann@example.com';
const password = 'a long enough password';
const HALF = 'blocktally-half-sign-in';
const SESSION = 'blocktally-session';
const CODE_PAGE = '/sign-in/code?callbackUrl=%2Fdashboard%2Fkeys';

const base = await openForTestFile(createTestDatabase());
const app = await openForTestFile(
  startApp({ databaseUrl: base.url, env: { SECRET_KEY: TEST_SECRET_KEY, SIGN_UP: 'open' } }),
);

let secret: string;
beforeAll(async () => {
  const { userId } = await signUp(
    { db: base.db, throttle: createThrottle(), rule: 'open' },
    { merchantName: 'Acme', email, password },
    testVisitor(),
    new Date(),
  );
  secret = await setUpTotp(base.db, userId);
});

const isSignedIn = async (tab: BrowserTab) =>
  (await tab.get('/api/dashboard/frame')).status === 200;

async function enterPassword(): Promise<BrowserTab> {
  const tab = openTab(app.url);
  const page = await tab.submit('/sign-in?callbackUrl=%2Fdashboard%2Fkeys', { email, password });
  expect([page.status, page.location]).toEqual([303, CODE_PAGE]);
  return tab;
}

test('if a user has a second factor, the password alone leads only to the page for the code', async () => {
  const tab = await enterPassword();
  expect(tab.cookies.has(SESSION)).toBe(false);
  expect(await isSignedIn(tab)).toBe(false);
  tab.cookies.set(SESSION, tab.cookies.get(HALF) ?? '');
  expect(await isSignedIn(tab)).toBe(false);
  expect((await tab.get('/dashboard/keys')).location).toContain('/sign-in');
});

test('the page for the code refuses a wrong code, and accepts the right code only once', async () => {
  const tab = await enterPassword();
  const other = await enterPassword();
  const wrong = await tab.submit(CODE_PAGE, { code: '000000' });
  expect(wrong.text).toContain('This code is wrong or was used before.');
  const code = totpCode(secret, new Date());
  const page = await tab.submit(CODE_PAGE, { code });
  expect([page.status, page.location]).toEqual([303, '/dashboard/keys']);
  expect(await isSignedIn(tab)).toBe(true);
  expect(tab.cookies.has(HALF)).toBe(false);
  expect((await other.submit(CODE_PAGE, { code })).text).toContain('used before');
  expect(await isSignedIn(other)).toBe(false);
});

test('before the password is entered, the page for the code redirects to the sign-in', async () => {
  const page = await openTab(app.url).get(CODE_PAGE);
  expect([page.status, page.location]).toEqual([307, '/sign-in']);
});

test('the sign-in endpoint does not sign in a user who needs a code', async () => {
  const tab = openTab(app.url);
  const { csrfToken } = JSON.parse((await tab.get('/api/auth/csrf')).text);
  const page = await tab.post('/api/auth/callback/credentials', { email, password, csrfToken });
  expect(page.location).toContain('error=code_needed');
  expect(await isSignedIn(tab)).toBe(false);
  expect((await tab.get('/sign-in?error=code_needed')).text).toContain(
    'needs a second factor as well',
  );
});

test('without JavaScript, a user can set up a required authenticator app and then gets recovery codes', async () => {
  const own = { email: 'bob@example.com', password };
  const { merchantId } = await signUp(
    { db: base.db, throttle: createThrottle(), rule: 'open' },
    { merchantName: 'Bob', ...own },
    testVisitor(),
    new Date(),
  );
  await base.db.update(merchant).set({ requireFactor: true }).where(eq(merchant.id, merchantId));
  const tab = openTab(app.url);
  await tab.submit('/sign-in', own);
  const begun = await tab.submit('/second-factor', {});
  const [, secret = ''] = /<code[^>]*>([A-Z2-7]{32})<\/code>/.exec(begun.text) ?? [];
  const form = fillForm(begun.text, { code: totpCode(secret, new Date()) });
  const { text } = await tab.post('/second-factor', form);
  expect(text.match(/<li>[0-9a-z]{4}(?:-[0-9a-z]{4}){3}<\/li>/g)).toHaveLength(10);
  expect((await tab.get('/second-factor')).text).toContain('Your second factor is set up.');
});
