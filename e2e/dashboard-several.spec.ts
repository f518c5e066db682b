import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { findAxeViolations } from './support/axe';
import type { BrowserMerchant } from './support/browser-merchant';
import { expect, test } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';

const boxOf = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const barOf = (page: Page) => page.getByRole('region', { name: 'Selected payments' });

/** The first payment is at the bottom of the list. */
async function furnish(merchant: BrowserMerchant, names: readonly string[]) {
  for (const reference of names) await merchant.create({ amount_sats: 1_000, reference });
}

test('bulk cancel cancels the selected range of payments, and shows a reason for each failure', async ({
  page,
  merchant,
  signIn,
}) => {
  await furnish(merchant, ['Pear 1', 'Pear 2', 'Pear 3', 'Pear 4']);
  await signIn('member');
  await page.goto('/dashboard/payments');
  await boxOf(page, 'Pear 4').check();
  await boxOf(page, 'Pear 2').click({ modifiers: ['Shift'] });
  await expect(barOf(page).getByRole('status')).toHaveText('3 selected');
  await expect(boxOf(page, 'Pear 3')).toBeChecked();
  await boxOf(page, 'Pear 3').uncheck();
  await merchant.base.db.execute(`update payment set received_sats = 9 where reference = 'Pear 2'`);
  await barOf(page).getByRole('button', { name: 'Cancel 2 payments' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel 2 payments' }).click();
  await expect(page.getByText('1 payment canceled.')).toBeVisible();
  const refused = page.getByRole('dialog', { name: '1 payment was left unchanged' });
  await expect(refused.getByText('Pear 2')).toBeVisible();
  await expect(refused.getByText('it is pending and has received 9 sats')).toBeVisible();
  await refused.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Canceled' })).toHaveCount(1);
  await expect(barOf(page)).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test('bulk cancel applies only to unpaid pending payments, and is hidden if none of these is selected', async ({
  page,
  merchant,
  signIn,
}) => {
  await furnish(merchant, ['Peach 1', 'Peach 2']);
  await signIn('member');
  await merchant.base.db.execute(
    `update payment set status = 'confirmed', received_sats = 1000 where reference = 'Peach 1'`,
  );
  await page.goto('/dashboard/payments');
  await boxOf(page, 'Peach 1').check();
  await expect(barOf(page).getByRole('button')).toHaveText(['Clear']);
  const cancel = barOf(page).getByRole('button', { name: 'Cancel 1 of 2' });
  await boxOf(page, 'Peach 2').check();
  await cancel.click();
  const dialog = page.getByRole('dialog', { name: 'Cancel 1 of 2?' });
  await expect(dialog).toContainText('1 is already confirmed.');
  await dialog.getByRole('button', { name: 'Cancel 1 payment' }).click();
  await expect(page.getByText('1 payment canceled.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('selected payments can be marked as done, which removes them from the inbox', async ({
  page,
  merchant,
  signIn,
}) => {
  await furnish(merchant, ['Plum 1', 'Plum 2', 'Plum 3']);
  await signIn('member');
  await merchant.base.db.execute(
    `update payment set status = 'expired', received_sats = 9, flags = '{underpaid}'
     where reference in ('Plum 1', 'Plum 2')`,
  );
  await page.goto('/dashboard/payments?worklist=open');
  await expect(page.locator('[data-row-link]')).toHaveCount(2);
  await boxOf(page, 'Plum 1').check();
  await boxOf(page, 'Plum 2').check();
  await barOf(page).getByRole('button', { name: 'Mark 2 as done' }).click();
  await expect(page.getByText('2 entries marked as done.')).toBeVisible();
  await expect(page.getByText('No payments match')).toBeVisible();
  await expect(barOf(page)).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test('in a list filtered by one reason, the selected payments are marked as done only for this reason', async ({
  page,
  merchant,
  signIn,
}) => {
  await furnish(merchant, ['Lime 1', 'Lime 2']);
  await signIn('member');
  await merchant.base.db.execute(
    `update payment set status = 'confirmed', received_sats = 2000, flags = '{late,overpaid}'
     where reference in ('Lime 1', 'Lime 2')`,
  );
  await page.goto('/dashboard/payments?reasons=late');
  await boxOf(page, 'Lime 1').check();
  await barOf(page).getByRole('button', { name: 'Mark 1 as done' }).click();
  await expect(page.getByText('1 entry marked as done.')).toBeVisible();
  await expect(page.locator('[data-row-link]')).toHaveText(['Lime 2']);
  await page.goto('/dashboard/payments?reasons=overpaid');
  await expect(page.locator('[data-row-link]')).toHaveText(['Lime 2', 'Lime 1']);
});

test('the selected payments can be exported with the keyboard, and “Clear” deselects all payments', async ({
  page,
  merchant,
  signIn,
}) => {
  await furnish(merchant, ['Fig 1', 'Fig 2', 'Fig 3']);
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  await expect(page.locator('[data-row-link]')).toHaveCount(3);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(barOf(page).getByRole('status')).toHaveText('2 selected');
  await expect(barOf(page).getByRole('button')).toHaveText(['Clear']);
  const download = page.waitForEvent('download');
  await barOf(page).getByRole('link', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect([...csv.matchAll(/Fig \d/g)].map(([name]) => name)).toEqual(['Fig 3', 'Fig 2']);
  await barOf(page).getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('checkbox', { name: 'Select all payments on this page' }).check();
  await expect(barOf(page).getByRole('status')).toHaveText('3 selected');
  expect(await findAxeViolations(page)).toEqual([]);
});

test('on a phone a row is selected with its checkbox, and the page keeps its width', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await furnish(merchant, ['Plum 1', 'Plum 2']);
  await signIn('member');
  await page.goto('/dashboard/payments');
  await boxOf(page, 'Plum 1').check();
  await expect(barOf(page)).toBeVisible();
  expect(await findOverflowingElements(page)).toEqual([]);
});

const isFocusCovered = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const { left, right, top, bottom } = focused?.getBoundingClientRect() ?? new DOMRect();
    return !focused?.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });

test('neither the selection bar nor the table head hides the focused row', async ({
  page,
  merchant,
  signIn,
}) => {
  const names = Array.from({ length: 24 }, (_, nth) => `Kiwi ${nth + 1}`);
  await furnish(merchant, names);
  await signIn('member');
  for (const viewport of [
    { width: 1280, height: 500 },
    { width: 390, height: 700 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto('/dashboard/payments');
    await expect(page.locator('[data-row-link]')).toHaveCount(names.length);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect(barOf(page)).toBeVisible();
    for (const key of 'j'.repeat(23) + 'k'.repeat(23)) {
      await page.keyboard.press(key);
      const row = await page.locator(':focus').textContent();
      expect.soft(await isFocusCovered(page), `${viewport.width} px, ${key} to ${row}`).toBe(false);
    }
  }
});
