import type { Page } from '@playwright/test';
import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { delayResponses } from './support/delay-responses';

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const fieldOf = (page: Page) => paletteOf(page).getByRole('combobox');
/** The option that Enter runs and that the field announces to screen readers. */
const current = (page: Page) => paletteOf(page).getByRole('option', { selected: true });

test('the palette finds a page, an action and a payment by a few letters and Enter', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id, address } = await merchant.create({ reference: 'Quinces 77' });
  await signIn('member');
  await page.goto('/dashboard/payments');
  const open = async (text: string) => {
    await page.keyboard.press('Control+k');
    await expect(fieldOf(page)).toBeFocused();
    await page.keyboard.type(text);
  };
  await open('audit');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/team\/audit$/);
  await open('new link');
  await expect(current(page)).toHaveText('Create payment link');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/links\/new$/);
  for (const text of ['quinces 77', id, address]) {
    await open(text);
    await expect(current(page)).toContainText('Quinces 77');
    await expect(current(page)).toContainText('Pending');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/dashboard/payments/${id}$`));
  }
  await open('no such payment');
  await expect(current(page)).toHaveText('Search payments for “no such payment”');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/payments\?q=no\+such\+payment$/);
});

test('the arrow keys cycle through all groups of the palette, and screen readers hear the selected entry', async ({
  page,
  merchant,
  signIn,
}) => {
  await merchant.create({ reference: 'Newest of all' });
  await signIn('viewer');
  await page.goto('/dashboard/team');
  const opener = page.getByRole('button', { name: 'command palette' });
  await opener.click();
  await expect(paletteOf(page).getByText('Newest of all')).toBeVisible();
  await expect(current(page)).toHaveText('Export payments');
  await page.keyboard.press('ArrowDown');
  await expect(current(page)).toHaveText('Sign out');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(current(page)).toHaveCount(1);
  await expect(current(page)).toHaveText(
    (await paletteOf(page).getByRole('option').last().textContent()) ?? '',
  );
  const active = await fieldOf(page).getAttribute('aria-activedescendant');
  expect(await current(page).getAttribute('id')).toBe(active);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(paletteOf(page)).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('on a phone a button opens the palette, and a tap changes the theme', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Command palette' }).click();
  await fieldOf(page).fill('dark');
  await paletteOf(page).getByRole('option', { name: 'Theme: dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('letters that are typed while the palette’s script loads appear in the palette’s search field', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/payments');
  const script = await delayResponses(page, /\.js$/, 'GET');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('clock');
  await page.keyboard.press('Backspace');
  script.release();
  await page.keyboard.type(' of Graz');
  await expect(fieldOf(page)).toHaveValue('cloc of Graz');
  await expect(fieldOf(page)).toBeFocused();
  await expect(page).toHaveURL(/\/dashboard\/payments$/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('typed after');
  await expect(fieldOf(page)).toHaveValue('typed after');
});

test('the palette’s script is loaded only when the palette is first opened', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/team');
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  expect(scripts).toEqual([]);
  await page.keyboard.press('Control+k');
  await expect(fieldOf(page)).toBeFocused();
  expect(scripts.length).toBeGreaterThan(0);
});
