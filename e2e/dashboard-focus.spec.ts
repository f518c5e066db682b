import { expect, test } from './support/dashboard-test';
import { createAndOpenKey } from './support/new-key';

test('Escape returns the focus to the control that opened the dialog', async ({
  page,
  merchant,
  signIn,
}) => {
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

test('a clicked button that becomes disabled keeps the focus and ignores further clicks', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn('owner');
  await page.goto(`/dashboard/wallets/${merchant.key.walletId}/address?index=1`);
  const previous = page.getByRole('button', { name: 'Previous' });
  await previous.press('Enter');
  await expect(previous).toBeDisabled();
  await expect(previous).toBeFocused();
  await previous.press('Enter');
  await expect(page.getByLabel('Index')).toHaveValue('0');

  await createAndOpenKey(page, merchant, 'Saved by keyboard');
  await page.getByLabel('Allowed IP addresses').fill('127.0.0.1');
  const save = page.getByRole('button', { name: 'Save' });
  await save.press('Enter');
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await expect(save).toBeDisabled();
  await expect(save).toBeFocused();
});

test('a button to simulate a payment keeps the focus when its label changes', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await merchant.create({ reference: 'Simulated by keyboard' });
  await signIn('member');
  await page.goto(`/dashboard/payments/${id}`);
  await page.getByRole('button', { name: 'Pay in full' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Pay again' })).toBeFocused();
});

test('the “Try again” button of an error keeps the focus until a retry succeeds', async ({
  page,
  signIn,
}) => {
  await signIn('viewer');
  let asked = 0;
  await page.route('**/api/dashboard/deliveries?*', async (route) => {
    asked += 1;
    // Automatic retries must fail until the button is pressed.
    const isPressed = await page.evaluate(() => 'pressed' in window);
    return isPressed ? route.continue() : route.fulfill({ status: 404 });
  });
  await page.goto('/dashboard/webhooks?q=x');
  const again = page.getByRole('button', { name: 'Try again' });
  await again.focus();
  const before = asked;
  await expect.poll(() => asked).toBeGreaterThan(before + 1);
  await expect(again).toBeFocused();
  await page.evaluate(() =>
    addEventListener('keydown', () => Object.assign(window, { pressed: true }), true),
  );
  await page.keyboard.press('Enter');
  await expect(page.getByText('No matching deliveries in the last 30 days.')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});
