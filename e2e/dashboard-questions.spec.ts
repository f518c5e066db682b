import type { Page } from '@playwright/test';
import { createTestKey } from '@/test/support/factories';
import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';

/** Counts clicks. A click on a label, which also clicks the label's control, counts once. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const storage = sessionStorage;
    const count = () => storage.setItem('clicks', `${Number(storage.getItem('clicks')) + 1}`);
    addEventListener('pointerdown', count, true);
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks')));
}

test('a search in the palette shows whether an order was paid, without a click', async ({
  page,
  merchant,
  signIn,
}) => {
  const clicks = await countClicks(page);
  const { merchantId, apiKey } = await createTestKey(merchant.base.db);
  const create = (reference: string) =>
    fetch(`${merchant.app.url}/v1/btc/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ price: { amount: '49.90', currency: 'EUR' }, reference }),
    });
  await create('Order 4711');
  for (let nth = 0; nth < 6; nth += 1) await create(`Order 4711${nth}`);
  await merchant.base.db.execute(
    `update payment set status = 'confirmed', received_sats = amount_sats where reference = 'Order 4711'`,
  );
  await signIn('viewer', merchantId);
  await page.goto('/dashboard');
  for (const text of ['#4711', 'Order 4711', '4711']) {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    // Uses fill, because typed keys can miss the field while the earlier dialog returns the focus.
    await page.getByRole('combobox').fill(text);
    const first = page.getByRole('option').first();
    await expect(first).toHaveText(/^Order 4711€49\.90Confirmed$/);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  }
  expect(await clicks()).toBe(0);
});

test('an owner gives a bookkeeper read access with four clicks', async ({ page, signIn }) => {
  const clicks = await countClicks(page);
  await signIn();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await page.getByRole('button', { name: 'Invite member' }).click();
  await expect(page.getByLabel('E-mail address')).toBeFocused();
  await page.keyboard.type('books@shop.example');
  await page.getByRole('dialog').getByText('viewer', { exact: true }).click();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create invitation' }).click();
  await expect(page.getByText(/\/invitation\/\S{40,}/)).toBeVisible();
  expect(await clicks()).toBe(4);
});

test('an owner rotates an API key with three clicks', async ({ page, merchant, signIn }) => {
  const clicks = await countClicks(page);
  const { merchantId } = await createTestKey(merchant.base.db, { name: 'Till' });
  await signIn('owner', merchantId);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'API keys', exact: true }).click();
  await page.getByRole('button', { name: 'Rotate the API key Till' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await expect(page.getByText('Store the API key now')).toBeVisible();
  expect(await clicks()).toBe(3);
});

test('a user can invite a member, export payments and sign out from the palette', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/team');
  const run = async (text: string) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    // Uses fill, because typed keys can miss the field while the earlier dialog returns the focus.
    await page.getByRole('combobox').fill(text);
    // Enter runs the selected option, so this waits until the option matches the whole text.
    const selected = page.getByRole('option', { selected: true });
    await expect(selected).toHaveText(new RegExp(text.split(' ')[0] ?? '', 'i'));
    await page.keyboard.press('Enter');
  };
  await run('invite');
  await expect(page.getByRole('dialog', { name: 'Invite member' })).toBeVisible();
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await run('export payments');
  expect((await download).suggestedFilename()).toMatch(/^payments-.*\.csv$/);
  await run('sign out');
  // The URL also contains the page to return to, if a live update first notices the ended session.
  await expect(page).toHaveURL(/\/sign-in(?:\?|$)/);
});
