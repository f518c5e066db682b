import { createTestKey } from '@/test/support/factories';
import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';

test('a member saves filters under a name, and opens, renames and deletes them', async ({
  page,
  merchant,
  signIn,
}) => {
  const { merchantId, apiKey } = await createTestKey(merchant.base.db);
  for (const [reference, amount_sats] of [
    ['Small', 1_000],
    ['Large', 9_000],
  ] as const) {
    await fetch(`${merchant.app.url}/v1/btc/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount_sats, reference }),
    });
  }
  const views = page.getByRole('navigation', { name: 'Saved views' });
  const rows = page.locator('[data-row-link]');
  const nameIt = async (name: string) => {
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.keyboard.press('Enter');
  };
  await signIn('viewer', merchantId);
  await page.goto('/dashboard/payments?min=5000&status=pending');
  await page.getByRole('button', { name: 'Save view' }).click();
  await nameIt('');
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await nameIt('Large ones');
  await expect(views.getByRole('link', { name: 'Large ones' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await views.getByRole('link', { name: 'All payments' }).click();
  await expect(rows).toHaveCount(2);
  await page.reload();
  await views.getByRole('link', { name: 'Large ones' }).click();
  await expect(rows).toHaveText(['Large']);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await findOverflowingElements(page)).toEqual([]);
  await page.getByRole('button', { name: 'Saved view' }).click();
  await page.getByRole('menuitem', { name: 'Rename view' }).click();
  await nameIt('From 5000');
  await expect(views.getByRole('link')).toHaveText(['All payments', 'From 5000']);
  await page.getByRole('button', { name: 'Saved view' }).click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await expect(views).toHaveCount(0);
  await expect(rows).toHaveText(['Large']);
  await expect(page.getByRole('button', { name: 'Save view' })).toBeVisible();
  // The focused button has disappeared together with the view.
  await expect(page.getByRole('main')).toBeFocused();
});

test('closing the dialog for saving filters discards a refused name and its error', async ({
  page,
  signIn,
}) => {
  await signIn('viewer');
  await page.goto('/dashboard/payments?min=5000');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Save view' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog.getByLabel('Name')).toBeVisible();
  await expect(dialog.getByText('Enter a name.')).toHaveCount(0);
});
