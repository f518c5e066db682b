import { readFile } from 'node:fs/promises';
import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';

test('the audit log describes each action in a sentence, and can be filtered by user and exported', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await merchant.create({ reference: 'Order 7' });
  await signIn();
  await page.goto(`/dashboard/payments/${id}`);
  await page.getByRole('button', { name: 'Pay in full' }).click();
  await page.getByRole('button', { name: 'Bump fee' }).click();
  await expect(page.getByText('Simulated: a higher fee,')).toBeVisible();
  await page.goto('/dashboard/team/audit');
  const entries = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: 'Order 7' }) });
  await expect(entries).toContainText([
    'simulated a higher fee for payment Order 7',
    'simulated a payment for payment Order 7',
  ]);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findOverflowingElements(page)).toEqual([]);
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByLabel('To').fill('2020-01-02');
  await page.getByLabel('To').press('Enter');
  await expect(page.getByText('No matching entries.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(entries.first()).toBeVisible();
  await page.getByLabel('Person').selectOption({ index: 1 });
  await expect(page).toHaveURL(/user=usr_/);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain('what_happened');
});
