import { BTCPAY_KEY, STORE_ID } from '@/test/support/btcpay-server';
import { startBtcpayShop } from '@/test/support/btcpay-shop';
import { deriveReceive } from '@/test/support/derive-receive';
import { expectNoAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';

const WEBHOOK = {
  id: 'WpvRD7vqYgfHUq7H1Zc5Wj',
  enabled: true,
  url: 'https://shop.example/btcpay',
  authorizedEvents: { everything: true },
};

test('an owner checks a store of BTCPay Server, imports it, and saves the new secrets', async ({
  page,
  signIn,
}) => {
  const btcpay = await startBtcpayShop();
  btcpay.store.webhooks = [WEBHOOK];
  btcpay.store.invoices = [
    { id: 'open', index: 1, status: 'New' },
    { id: 'lightning-only', status: 'Settled' },
  ];
  const fits = async (state: string) => {
    for (const width of [320, 390, 1_280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findOverflowingElements(page), `${state} at ${width} px`).toEqual([]);
    }
    await expectNoAxeViolations(page, state);
  };
  await signIn();
  await page.goto('/dashboard/shops');
  await page.getByRole('link', { name: 'Import your store' }).click();
  await expect(page.getByRole('heading', { name: 'Coming from BTCPay' })).toBeVisible();
  const check = page.getByRole('button', { name: 'Check' });
  await page.getByLabel('URL').fill(btcpay.url);
  await page.getByLabel('API key').fill('wrong');
  await page.getByLabel('Store ID').fill(STORE_ID);
  await page.getByLabel('Network').selectOption('regtest');
  await check.click();
  await expect(page.getByText('BTCPay Server does not accept this API key.')).toBeVisible();
  await expect(page.getByLabel('API key')).toBeFocused();
  await fits('form');

  await page.getByLabel('API key').fill(BTCPAY_KEY);
  await check.click();
  await expect(page.getByRole('heading', { name: 'What will happen' })).toBeFocused();
  const { address } = deriveReceive(btcpay.store.descriptor, 'regtest', 0);
  await expect(page.locator('.address').first()).toHaveText(address);
  await expect(page.getByText('2: 1 New, 1 Settled')).toBeVisible();
  await expect(page.getByText('are not imported: 1.')).toBeVisible();
  await expect(page.getByText(WEBHOOK.url)).toBeVisible();
  await fits('check');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Store ID')).toHaveValue(STORE_ID);
  await check.click();

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Store imported' })).toBeFocused();
  await expect(page.getByText(/^btly_reg_/)).toBeVisible();
  await expect(page.getByText(/^\w{32}$/)).toHaveCount(1);
  await fits('result');
  await page.getByRole('button', { name: 'I have stored the secrets' }).click();
  await expect(page.getByRole('heading', { name: 'Corner bookshop', level: 1 })).toBeVisible();
  await btcpay.close();
});

test('a user who is not an owner sees no import form', async ({ page, signIn }) => {
  await signIn('member');
  await page.goto('/dashboard/shops/import');
  await expect(page.getByText('Only owners can import a store.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check' })).toHaveCount(0);
});
