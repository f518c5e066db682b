import type { BrowserMerchant } from './support/browser-merchant';
import { expect, test } from './support/dashboard-test';

async function sell(merchant: BrowserMerchant, fields: Record<string, unknown>): Promise<string> {
  const terms = { required_confirmations: 1, ...fields };
  const { id, address, amount_sats: sats } = await merchant.create(terms);
  await merchant.pay(address, sats);
  await merchant.mine(1);
  await merchant.reaches(id, ({ status }) => status === 'confirmed');
  return id;
}

const PRICE = { price: { amount: '62.50', currency: 'EUR' }, amount_sats: undefined };

test('Home shows the earnings in the display currency, and how many payments could not be converted', async ({
  page,
  merchant,
  signIn,
}) => {
  await sell(merchant, {});
  await sell(merchant, PRICE);
  await signIn('owner');
  await page.goto('/dashboard');
  const earned = page.getByRole('definition').first();
  await expect(earned).toContainText('250000 sat');
  await page.goto('/dashboard/settings');
  const save = page.getByRole('button', { name: 'Save the display currency' });
  await expect(save).toBeDisabled();
  await page.getByLabel('Display currency').selectOption('EUR');
  await save.click();
  await expect(page.getByText('Display currency changed.')).toBeVisible();
  await page.goto('/dashboard');
  await expect(earned).toContainText('€62.50');
  await expect(earned).toContainText('1 payment not converted to EUR');

  await page.goto('/dashboard/settings');
  await expect(page.getByLabel('Display currency')).toHaveValue('EUR');
  await page.getByLabel('Display currency').selectOption('BTC');
  await save.click();
  await expect(page.getByText('Display currency changed.')).toBeVisible();
  await page.goto('/dashboard');
  await expect(earned).toContainText('0.00250000');
});

test('the page of a payment shows the rate as soon as the payment is confirmed, without a reload', async ({
  page,
  merchant,
  signIn,
}) => {
  test.slow();
  const id = await sell(merchant, PRICE);
  await signIn('viewer');
  await page.goto(`/dashboard/payments/${id}`);
  await expect(page.getByText('At confirmation')).toBeVisible();
  const noted = page.getByText(/1 BTC = €50,000\.00, a fixed rate of this server/);
  // The job that records this rate runs twice a minute.
  await expect(noted).toHaveCount(2, { timeout: 90_000 });
  await page.goto('/dashboard/settings');
  await expect(page.getByLabel('Display currency')).toHaveCount(0);
});

test('a search for "62,50 €" finds the payment with this price', async ({
  page,
  merchant,
  signIn,
}) => {
  await merchant.create({ ...PRICE, reference: 'The one in euros' });
  await merchant.create({ reference: 'The one in satoshis' });
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  await expect(page.getByText('The one in satoshis')).toBeVisible();
  await page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill('62,50 €');
  await expect(page.getByText('The one in satoshis')).toHaveCount(0);
  await expect(page.getByText('The one in euros')).toBeVisible();
});

test('the forms of payments and links list only currencies that the server can price', async ({
  page,
  signIn,
}) => {
  await signIn('member');
  for (const form of ['payments', 'links']) {
    await page.goto(`/dashboard/${form}/new`);
    const options = page.getByLabel('Currency').locator('option');
    await expect(options.and(page.locator('[value=XAF]'))).toHaveCount(0);
    await expect(options.and(page.locator('[value=EUR]'))).toHaveCount(1);
  }
});
