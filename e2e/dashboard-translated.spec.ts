import { expect, test } from './support/dashboard-test';
import { translatePage } from './support/translate-page';

test('a payment’s page keeps updating after the browser has translated it', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id, address } = await merchant.create({ required_confirmations: 2 });
  await signIn('viewer');
  await page.goto(`/dashboard/payments/${id}`);
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await translatePage(page);
  const status = page.locator('h1 ~ [aria-live] .badge');
  const figureOf = (name: string) =>
    page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await merchant.pay(address, 60_000);
  await expect(status).toHaveText('Underpaid');
  await expect(figureOf('Received')).toHaveText(/^Received60000 satof 125000 sat$/);
  await merchant.pay(address, 65_000);
  await expect(status).toHaveText('Detected');
  await merchant.mine(2);
  await expect(status).toHaveText('Confirmed');
  await expect(figureOf('Confirmations')).toContainText('2 of 2');
});

test('a list keeps updating after the browser has translated it', async ({
  page,
  merchant,
  signIn,
}) => {
  const { address } = await merchant.create({
    reference: 'Translated 1',
    required_confirmations: 2,
  });
  await signIn('viewer');
  await page.goto('/dashboard/payments?q=Translated');
  const row = page.getByRole('row').filter({ hasText: 'Translated 1' });
  await expect(row).toContainText('Pending');
  await translatePage(page);
  await merchant.pay(address, 125_000);
  await expect(row).toContainText('Detected');
  await merchant.mine(1);
  await expect(row).toContainText('1 of 2');
  await merchant.mine(1);
  await expect(row).toContainText('Confirmed');
  await expect(row).toContainText('2 of 2');
});
