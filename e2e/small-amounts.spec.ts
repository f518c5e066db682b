import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { paymentPageUrl } from './support/merchant-test';
import { parsePaymentUri, readQr } from './support/read-qr';

test('the payment form warns if an amount is too small for wallets, and still creates the payment', async ({
  page,
  signIn,
}) => {
  await signIn('member');
  await page.goto('/dashboard/payments/new');
  const warning = page.getByText('wallets do not send less than 294 sat to this address');
  await page.getByLabel('Amount').fill('294');
  await expect(page.getByText('0.00000294 BTC')).toBeVisible();
  await expect(warning).toBeHidden();
  await page.getByLabel('Amount').fill('293');
  await expect(warning).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByLabel('Reference', { exact: true }).fill('Sticker');
  await page.getByRole('button', { name: 'Create payment' }).click();
  await expect(page.getByRole('heading', { name: 'Sticker' })).toBeVisible();
});

test('if an amount is too small for wallets, the payment page and the wallet link request the smallest sendable amount', async ({
  browser,
  merchant,
}) => {
  const small = await merchant.create({ amount_sats: 293 });
  const page = await browser.newPage();
  for (const language of ['en', 'ar']) {
    await page.goto(`${paymentPageUrl(merchant, small)}?lang=${language}`);
    await expect(page.locator('.slip-note')).toContainText('294');
    const asked = { address: small.address, sats: 294 };
    expect(parsePaymentUri(await readQr(page.locator('.slip-qr')))).toEqual(asked);
    const wallet = (await page.locator('.btn-wallet').getAttribute('href')) ?? '';
    expect(parsePaymentUri(wallet)).toEqual(asked);
    await expect(page.locator('[data-copy="0.00000294"]')).toBeVisible();
    expect(await findAxeViolations(page)).toEqual([]);
  }
  await page.close();
});
