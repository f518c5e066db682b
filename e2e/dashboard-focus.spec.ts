import { expect, test } from './support/dashboard-test';

test('Escape gives the focus back to what opened a dialog', async ({ page, merchant, signIn }) => {
  await merchant.create({ reference: 'Focused' });
  await signIn();
  await page.goto('/dashboard/payments');
  const dialog = page.getByRole('dialog');
  const back = async () => {
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  };

  const filters = page.getByRole('button', { name: 'Filters' });
  await filters.focus();
  await page.keyboard.press('Enter');
  await back();
  await expect(filters).toBeFocused();

  const created = page.getByRole('combobox', { name: 'Created' });
  await created.focus();
  await created.selectOption('custom');
  await back();
  await expect(created).toBeFocused();

  const row = page.getByRole('link', { name: 'Focused' }).first();
  await row.focus();
  await page.keyboard.press('?');
  await back();
  await expect(row).toBeFocused();

  const menu = page.getByRole('button', { name: /Merchant menu/ });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).focus();
  await page.keyboard.press('Enter');
  await back();
  await expect(menu).toBeFocused();
});
