import type { Page } from '@playwright/test';
import { expect, test } from './support/dashboard-test';
import { isClickLeftToBrowser } from './support/new-tab';

const NEW = '/dashboard/payments/new';

// Matches exactly, because the label of the list's search field also contains "Reference".
const referenceOf = (page: Page) => page.getByLabel('Reference', { exact: true });
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard what you have typed?' });
const navLink = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).first();

async function fillIn(page: Page) {
  await page.goto(NEW);
  await referenceOf(page).fill('Half typed');
}

async function stay(page: Page) {
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(page).toHaveURL((url) => url.pathname === NEW);
  await expect(referenceOf(page)).toHaveValue('Half typed');
}

test('clicking a link asks before discarding a half-filled form, even if the link is in the form', async ({
  page,
  signIn,
}) => {
  await signIn('member');
  await fillIn(page);
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click();
  await stay(page);
  await navLink(page, 'API keys').focus();
  await page.keyboard.press('Enter');
  await stay(page);
  await navLink(page, 'API keys').click();
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible();
  await navLink(page, 'Payments').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
});

test('the palette and shortcuts ask before discarding a half-filled form', async ({
  page,
  signIn,
}) => {
  await signIn('member');
  await fillIn(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Find a page/ }).fill('wallets');
  await page.keyboard.press('Enter');
  await stay(page);
  await page.getByRole('button', { name: 'Create payment' }).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible();
});

test('the browser’s back button asks before discarding a half-filled form', async ({
  page,
  signIn,
}) => {
  await signIn('member');
  await page.goto('/dashboard/payments');
  await page.getByRole('link', { name: 'Create payment' }).first().click();
  await referenceOf(page).click();
  await page.keyboard.type('Half typed');
  await page.evaluate(() => history.back());
  await stay(page);
  await page.evaluate(() => history.back());
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/dashboard\/payments$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
});

test('a shortcut to the current page keeps a half-filled form, and leaving the page afterwards still asks', async ({
  page,
  signIn,
}) => {
  await signIn('member');
  await fillIn(page);
  await page.getByRole('button', { name: 'Create payment' }).focus();
  await page.keyboard.press('c');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Find a page/ }).fill('create payment');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(referenceOf(page)).toHaveValue('Half typed');
  await navLink(page, 'API keys').click();
  await stay(page);
});

test('opening a link in a new tab, or without unsaved text, asks no question', async ({
  page,
  signIn,
}) => {
  await signIn('member');
  await fillIn(page);
  expect(await isClickLeftToBrowser(navLink(page, 'Payments'))).toBe(true);
  await expect(question(page)).toHaveCount(0);
  await expect(referenceOf(page)).toHaveValue('Half typed');
  await referenceOf(page).fill('');
  await navLink(page, 'Payments').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
});

test('leaving a page after its form was sent asks no question', async ({ page, signIn }) => {
  await signIn('member');
  await fillIn(page);
  await page.getByLabel('Amount').fill('70 000');
  await page.getByRole('button', { name: 'Create payment' }).click();
  await expect(page.getByRole('heading', { name: 'Half typed' })).toBeVisible();
  await navLink(page, 'Payments').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
});

test('leaving the settings with unsaved changes asks for confirmation', async ({
  page,
  signIn,
}) => {
  await signIn('owner');
  await page.goto('/dashboard/settings');
  const name = page.getByLabel('Name', { exact: true });
  const currency = page.getByLabel('Display currency');
  const password = page.getByLabel('New password');
  const before = await name.inputValue();
  const saved = await currency.inputValue();
  for (const [change, undo] of [
    [() => name.fill('Not saved'), () => name.fill(before)],
    [() => currency.selectOption('GBP'), () => currency.selectOption(saved)],
    [() => password.fill('not sent'), () => password.fill('')],
  ] as const) {
    await change();
    await navLink(page, 'Payments').click();
    await question(page).getByRole('button', { name: 'Stay' }).click();
    await undo();
  }
  await navLink(page, 'Payments').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
});
