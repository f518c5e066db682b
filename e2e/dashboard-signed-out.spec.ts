import type { Page } from '@playwright/test';
import { queueChange } from '@/lib/server/changes/queue-change';
import { randomDescriptor } from '@/test/support/factories';
import { findAxeViolations, waitForTransitions } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';
import { openInNewTab } from './support/new-tab';

const NEW = '/dashboard/payments/new';

const referenceOf = (page: Page) => page.getByLabel('Reference', { exact: true });
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard what you have typed?' });
const notesOf = (page: Page) => page.getByRole('region', { name: 'Notifications' });

async function chooseInMenu(page: Page, name: string) {
  await page.getByRole('button', { name: /Merchant menu/ }).click();
  await page.getByRole('menuitem', { name }).click();
}

async function typeInvitation(page: Page) {
  await page.goto('/dashboard/team');
  await page.getByRole('button', { name: 'Invite member' }).click();
  const email = page.getByRole('dialog').getByLabel('E-mail address');
  await email.fill('new@shop.example');
  return email;
}

test('signing out asks before discarding a half-filled form', async ({ page, signIn }) => {
  await signIn('member');
  await page.goto(NEW);
  await referenceOf(page).fill('Half typed');
  await chooseInMenu(page, 'Sign out');
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await expect(referenceOf(page)).toHaveValue('Half typed');
  await chooseInMenu(page, 'Sign out');
  await question(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('signing out asks no question if there is no unsaved text', async ({ page, signIn }) => {
  await signIn('member');
  await page.goto(NEW);
  await referenceOf(page).fill('Typed');
  await referenceOf(page).fill('');
  await chooseInMenu(page, 'Sign out');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('after the session has ended, a form can be sent once the user signs in again in another tab', async ({
  context,
  page,
  signIn,
}) => {
  await signIn('member');
  await page.goto(NEW);
  await page.getByLabel('Amount').fill('70 000');
  await referenceOf(page).fill('Sent late');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Create payment' }).click();
  await expect(notesOf(page)).toContainText('You are signed out.');
  const other = await openInNewTab(
    notesOf(page).getByRole('link', { name: 'Sign in in a new tab' }),
  );
  await expect(other).toHaveURL(/\/sign-in\?callbackUrl=%2Fdashboard%2Fpayments%2Fnew$/);
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await signIn('member');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(notesOf(page)).not.toContainText('You are signed out.');
  await expect(referenceOf(page)).toHaveValue('Sent late');
  await page.getByRole('button', { name: 'Create payment' }).click();
  await expect(page.getByRole('heading', { name: 'Sent late' })).toBeVisible();
});

test('an open dialog keeps its text when the session ends', async ({ context, page, signIn }) => {
  await signIn();
  const email = await typeInvitation(page);
  await context.clearCookies();
  await page.getByRole('button', { name: 'Create invitation' }).click();
  const other = await openInNewTab(
    notesOf(page).getByRole('link', { name: 'Sign in in a new tab' }),
  );
  await expect(other).toHaveURL(/\/sign-in\?callbackUrl=%2Fdashboard%2Fteam%3Finvite%3Dtrue$/);
  await expect(email).toHaveValue('new@shop.example');
});

test('after the session has ended, an open dialog keeps its text, and Tab reaches its sign-in link', async ({
  context,
  page,
  signIn,
}) => {
  await signIn();
  const email = await typeInvitation(page);
  await context.clearCookies();
  await email.press('Enter');
  const link = notesOf(page).getByRole('link', { name: 'Sign in in a new tab' });
  await expect(link).toBeVisible();
  await waitForTransitions(page);
  expect(await findAxeViolations(page)).toEqual([]);
  // Before the link, Tab reaches the role, three buttons and the dialog's field.
  const isReached = () => link.evaluate((element) => element === document.activeElement);
  for (let key = 0; key < 6 && !(await isReached()); key += 1) await page.keyboard.press('Tab');
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  await expect(await opened).toHaveURL(
    /\/sign-in\?callbackUrl=%2Fdashboard%2Fteam%3Finvite%3Dtrue$/,
  );
  await expect(email).toHaveValue('new@shop.example');
});

test('a page that shows a new API key stays open with a warning when the session ends', async ({
  context,
  merchant,
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/keys/new');
  await page.getByLabel('Name').fill('Till 3');
  await page.getByLabel('Wallet').selectOption('New wallet');
  await page.getByLabel('Descriptor, public key or file').fill(randomDescriptor('regtest'));
  await page.getByRole('button', { name: 'Create API key' }).click();
  await expect(page.getByRole('heading', { name: 'Your new API key' })).toBeVisible();
  await context.clearCookies();
  queueChange(merchant.base.db, merchant.key.merchantId, 'keys');
  await expect(notesOf(page)).toContainText('The new API key stays here.');
  await expect(notesOf(page)).not.toContainText('typed');
  await expect(page.getByRole('heading', { name: 'Your new API key' })).toBeVisible();
});

test('if the session ends and there is no unsaved text, the page redirects to the sign-in and back', async ({
  context,
  merchant,
  page,
  signIn,
}) => {
  await merchant.create({ reference: 'Seen before' });
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  await context.clearCookies();
  // The server pushes the change, and the page refetches its list.
  await merchant.create({ reference: 'Not seen' });
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=%2Fdashboard%2Fpayments$/);
});

test('the note about an ended session fits a phone and has no axe violations', async ({
  context,
  page,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 800 });
  await signIn('member');
  await page.goto(NEW);
  await page.getByLabel('Amount').fill('70 000');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Create payment' }).click();
  await expect(notesOf(page)).toContainText('You are signed out.');
  await waitForTransitions(page);
  expect(await findOverflowingElements(page)).toEqual([]);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await notesOf(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(notesOf(page)).toHaveText('');
  await signIn('member');
  await chooseInMenu(page, 'Sign out');
  await expect(question(page)).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
});
