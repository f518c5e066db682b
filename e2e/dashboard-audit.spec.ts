import { expect, test } from './support/dashboard-test';

test('the audit log describes simulations in words', async ({ page, merchant, signIn }) => {
  const { id } = await merchant.create({ reference: 'Order 7' });
  await signIn();
  await page.goto(`/dashboard/payments/${id}`);
  await page.getByRole('button', { name: 'Pay in full' }).click();
  await page.getByRole('button', { name: 'Bump fee' }).click();
  await expect(page.getByText('Simulated: a higher fee,')).toBeVisible();
  await page.goto('/dashboard/audit');
  const entries = page.getByRole('row').filter({ has: page.getByRole('link', { name: id }) });
  await expect(entries).toContainText(['simulated: a higher fee', 'simulated: a payment']);
});
