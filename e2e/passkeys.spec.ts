import type { Page } from '@playwright/test';
import { expectNoAxeViolations, openLoaded } from './support/axe';
import { test as base, expect } from './support/dashboard-test';
import { forgetSession, isSignedIn, setFactorAt } from './support/factor-session';
import { findOverflowingElements } from './support/find-overflowing-elements';
import { enterPassword, newUser } from './support/user-with-password';
import { addVirtualAuthenticator } from './support/virtual-authenticator';

/** Browsers allow passkeys on localhost, but on no IP address. */
const test = base.extend({
  baseURL: async ({ server }, use) => use(server.app.url.replace('127.0.0.1', 'localhost')),
});

/**
 * Adds a passkey for the signed-in user, and closes the dialog with the recovery codes. Returns
 * these codes.
 */
async function addPasskey(page: Page): Promise<string[]> {
  await openLoaded(page, '/dashboard/settings');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const codes = page.getByRole('dialog').getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const shown = await codes.allInnerTexts();
  await page.getByRole('button', { name: 'I have stored them' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();
  return shown;
}

async function usePasskeyToSignIn(page: Page): Promise<void> {
  await page.goto('/sign-in?callbackUrl=%2Fdashboard%2Fsettings');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
}

test('a user adds and renames a passkey, and signs in with the passkey alone', async ({
  page,
  merchant,
}) => {
  await addVirtualAuthenticator(page);
  const { email } = await newUser(merchant.base.db);
  await enterPassword(page, email);
  await addPasskey(page);
  await expectNoAxeViolations(page, 'the settings with a passkey');
  await page.getByRole('button', { name: 'Rename Passkey 1' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Work laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Rename Work laptop' })).toBeVisible();
  await expect(page.getByText('never used')).toBeVisible();

  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('has a passkey for your account already')).toBeVisible();

  await forgetSession(page);
  await page.goto('/sign-in');
  await expectNoAxeViolations(page, 'the sign-in');
  await usePasskeyToSignIn(page);
  await isSignedIn(page);
  await expect(page).toHaveURL(/\/dashboard\/settings$/);
  await expect(page.getByText('confirmed with a passkey').first()).toBeVisible();
  await expect(page.getByText('last used')).toBeVisible();
  await openLoaded(page, '/dashboard/team/audit');
  await expect(page.getByText('signed in with a passkey')).toBeVisible();
  await expect(page.getByText('renamed passkey')).toContainText('Passkey 1 to Work laptop');
});

test('sensitive actions can be confirmed with a passkey, and need no confirmation right after a passkey sign-in', async ({
  page,
  merchant,
}) => {
  const { db } = merchant.base;
  await addVirtualAuthenticator(page);
  const { merchantId, email } = await newUser(db);
  await enterPassword(page, email);
  await addPasskey(page);
  await forgetSession(page);
  await usePasskeyToSignIn(page);
  await isSignedIn(page);
  const codes = page.getByRole('dialog', { name: 'recovery codes' }).getByRole('listitem');
  const renew = page.getByRole('button', { name: 'New recovery codes' });
  await renew.click();
  await expect(codes).toHaveCount(10);
  await page.getByRole('button', { name: 'I have stored them' }).click();

  await setFactorAt(db, merchantId, Date.now() - 601_000);
  await renew.click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(question.getByRole('button', { name: 'Use a passkey' })).toBeFocused();
  await expect(question.getByLabel('Recovery code')).toBeVisible();
  await expectNoAxeViolations(page, 'the question for a passkey');
  await question.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(codes).toHaveCount(10);
  await page.getByRole('button', { name: 'I have stored them' }).click();

  await setFactorAt(db, merchantId, Date.now() - 601_000);
  await openLoaded(page, '/sign-in/confirm?callbackUrl=%2Fdashboard%2Fkeys');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard\/keys$/);
});

test('a user with a passkey who enters the password must also use the passkey or a recovery code', async ({
  page,
  merchant,
}) => {
  await addVirtualAuthenticator(page);
  const { email } = await newUser(merchant.base.db);
  await enterPassword(page, email);
  const [recovery = ''] = await addPasskey(page);
  await forgetSession(page);
  await enterPassword(page, email);
  await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible();
  await expectNoAxeViolations(page, 'the page for the passkey');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findOverflowingElements(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await isSignedInAt(page);
  await forgetSession(page);
  await enterPassword(page, email);
  await page.getByLabel('Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await isSignedInAt(page);
});

const isSignedInAt = (page: Page) => expect(page).toHaveURL(/\/dashboard$/);

test('after a user removes the only passkey, sign-in refuses this passkey and needs only the password', async ({
  page,
  merchant,
}) => {
  await addVirtualAuthenticator(page);
  const { email } = await newUser(merchant.base.db);
  await enterPassword(page, email);
  await addPasskey(page);
  await page.getByRole('button', { name: 'Remove Passkey 1' }).click();
  const question = page.getByRole('dialog', { name: 'Remove the passkey?' });
  await expect(question).toContainText('Your recovery codes stop working too.');
  await question.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('Passkey removed.')).toBeVisible();
  await forgetSession(page);
  await usePasskeyToSignIn(page);
  await expect(page.getByText('This passkey was not accepted.')).toBeVisible();
  await expectNoAxeViolations(page, 'a refused passkey');
  await enterPassword(page, email);
  await isSignedIn(page);
});

test('if a device does not verify its user, the passkey sign-in fails and the page explains why', async ({
  page,
  merchant,
}) => {
  const device = await addVirtualAuthenticator(page);
  const { email } = await newUser(merchant.base.db);
  await enterPassword(page, email);
  await addPasskey(page);
  await forgetSession(page);
  await device.setVerified(false);
  await usePasskeyToSignIn(page);
  const refusal = page.getByText('Your device did not return a passkey.');
  await expect(refusal).toBeVisible();
  await device.setVerified(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await isSignedIn(page);
});

test('a member who must set up a second factor can choose a passkey', async ({
  page,
  merchant,
}) => {
  await addVirtualAuthenticator(page);
  const { db } = merchant.base;
  const { merchantId, email } = await newUser(db);
  await db.execute(`update merchant set require_factor = true where id = '${merchantId}'`);
  await enterPassword(page, email);
  await expect(page).toHaveURL(/\/second-factor$/);
  await page.getByRole('button', { name: 'Set up passkey' }).click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(10);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findOverflowingElements(page)).toEqual([]);
  const heights = await page
    .getByRole('main')
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height));
  // A wrapped code would be two lines high.
  expect(Math.max(...heights)).toBeLessThan(30);
  await page.getByRole('link', { name: 'I have stored them' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await openLoaded(page, '/second-factor');
  await expect(page.getByText('Your second factor is set up.')).toBeVisible();
});

test('the settings page with passkeys fits a phone', async ({ page, merchant }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await addVirtualAuthenticator(page);
  const { merchantId, email } = await newUser(merchant.base.db);
  await enterPassword(page, email);
  await addPasskey(page);
  expect(await findOverflowingElements(page)).toEqual([]);
  await setFactorAt(merchant.base.db, merchantId, Date.now() - 601_000);
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  expect(await findOverflowingElements(page)).toEqual([]);
});
