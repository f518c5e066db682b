import { expect, test } from './support/dashboard-test';

test('payments can be created, found and opened with the keyboard alone', async ({
  page,
  signIn,
}) => {
  await signIn('member');
  await page.goto('/dashboard/payments');
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByLabel('Amount')).toBeFocused();
  await page.keyboard.type('42 000');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Currency')).toBeFocused();
  await page.keyboard.press('Tab');
  // Shortcuts must not fire in a text field. This name contains several of their keys.
  await page.keyboard.type('jack?gp/');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'jack?gp/' })).toBeVisible();

  await Promise.all(['g', 'p'].map((key) => page.keyboard.press(key)));
  await expect(page).toHaveURL(/\/dashboard\/payments$/);
  await expect(page.getByLabel('Search payments')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search payments')).toBeFocused();
  await page.keyboard.type('jack');
  await expect(page.getByText('1 to 1 of 1')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'jack?gp/' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'jack?gp/' })).toBeVisible();
});

test('the keys j and k move through the rows of a list and stop at both ends', async ({
  page,
  merchant,
  signIn,
}) => {
  for (const reference of ['Row 1', 'Row 2', 'Row 3']) await merchant.create({ reference });
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  const focused = page.locator('[data-row-link]:focus');
  await expect(page.locator('[data-row-link]')).toHaveCount(3);
  for (const [key, reference] of [
    ['j', 'Row 3'],
    ['j', 'Row 2'],
    ['j', 'Row 1'],
    ['j', 'Row 1'],
    ['k', 'Row 2'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(focused).toHaveText(reference);
  }
  await page.getByRole('checkbox', { name: 'Select Row 2' }).check();
  await page.keyboard.press('j');
  await expect(focused).toHaveText('Row 1');
});

test('the list of shortcuts can be opened, and shortcuts that are turned off no longer work', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/payments');
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toBeVisible();
  await list.getByLabel('Enable shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await page.keyboard.press('?');
  await page.keyboard.press('c');
  await expect(list).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /Merchant menu/ })
    .click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(list).toBeVisible();
});

test('the first Tab focuses the skip link, and closing a dialog restores the focus', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await merchant.create({ reference: 'Focus' });
  await signIn('member');
  await page.goto(`/dashboard/payments/${id}`);
  await expect(page.getByRole('heading', { name: 'Focus' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
  const cancel = page.getByRole('button', { name: 'Cancel payment' });
  await cancel.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cancel).toBeFocused();
});
