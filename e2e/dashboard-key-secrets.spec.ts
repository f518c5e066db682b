import type { Request } from '@playwright/test';
import { expect, test } from './support/dashboard-test';
import { delayResponses } from './support/delay-responses';
import { createAndOpenKey, fetchStatusWithKey, secretSelector } from './support/new-key';

test('a rotation shows the new key until the user confirms that it is stored', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn();
  const key = await createAndOpenKey(page, merchant, 'Rotated once');
  const held = await delayResponses(page, '**/rotate', 'POST');
  const rotate = page.getByRole('button', { name: 'Rotate the API key' });
  const dialog = page.getByRole('dialog');
  await rotate.click();
  await dialog.getByLabel('Overlap').selectOption('None (the old one stops now)');
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await held.answered;
  const tryToClose = async () => {
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0);
  };
  await tryToClose();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  held.release();
  await expect(dialog.getByText('Store the API key now')).toBeVisible();
  await tryToClose();
  const second = await dialog.locator(secretSelector('API key')).innerText();
  expect([
    await fetchStatusWithKey(merchant, key.apiKey),
    await fetchStatusWithKey(merchant, second),
  ]).toEqual([401, 200]);
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rotate).toBeFocused();
  await rotate.click();
  await expect(dialog.getByLabel('Overlap').locator('option:checked')).toHaveText('1 day');
  await dialog.getByLabel('Overlap').selectOption('None (the old one stops now)');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await rotate.click();
  await expect(dialog.getByLabel('Overlap').locator('option:checked')).toHaveText('1 day');
});

test('a rotated API key is shown before the list of keys has been refetched', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn();
  await createAndOpenKey(page, merchant, 'Shown first');
  const list = /\/api\/dashboard\/keys$/;
  const held = await delayResponses(page, list, 'GET');
  const reads: Request[] = [];
  page.on('request', (request) => list.test(request.url()) && reads.push(request));
  await page.getByRole('button', { name: 'Rotate the API key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await expect(page.getByText('Store the API key now')).toBeVisible();
  // A later read aborts an earlier one, so only the last read still waits for its response.
  await expect.poll(() => reads.at(-1)?.failure()).toBeNull();
  held.release();
});

test('showing and hiding the signing secret keeps the focus', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn();
  const key = await createAndOpenKey(page, merchant, 'Shown by keyboard');
  const focused = page.locator(':focus');
  await page.getByRole('button', { name: 'Show signing secret' }).press('Enter');
  await expect(focused).toContainText(key.signingSecret);
  await page.getByRole('button', { name: 'Hide' }).press('Enter');
  await expect(focused).toHaveText('Show signing secret');
  await expect(focused).not.toHaveRole('button');
});

test('a revealed signing secret is hidden after a rotation', async ({ page, merchant, signIn }) => {
  await signIn();
  const key = await createAndOpenKey(page, merchant, 'Shown, then rotated');
  await page.getByRole('button', { name: 'Show signing secret' }).click();
  await expect(page.getByText(key.signingSecret)).toBeVisible();
  await page.getByRole('button', { name: 'Rotate the signing secret' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Overlap').selectOption('None (the old one stops now)');
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(key.signingSecret)).toHaveCount(0);
});
