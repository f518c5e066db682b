import { ALL_PERMISSIONS } from '@/lib/greenfield/permissions';
import { createPairing } from '@/test/support/greenfield';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { expectNoAxeViolations } from './support/axe';
import type { BrowserMerchant } from './support/browser-merchant';
import { expect, test } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';

let receiver: Receiver;

test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

const shopUrl = () => receiver.url('/?wc-api=btcpay');
const host = () => new URL(shopUrl()).host;

test('a test order makes every API call of a plugin, is paid with one click, and triggers every webhook', async ({
  page,
  merchant,
  signIn,
}) => {
  const plugin = await pair(merchant, 'WooCommerce');
  await plugin('webhooks', { url: shopUrl() });
  await signIn('member');
  await page.goto('/dashboard/shops/woocommerce');
  const shop = page.getByRole('region', { name: host() });
  await shop.getByRole('button', { name: 'Create a test order' }).click();
  await expect(shop.locator('[aria-live] li')).toHaveText([
    'GET server/info200',
    'GET api-keys/current200',
    'GET stores200',
    'POST stores/{store}/invoices200',
    'GET stores/{store}/invoices/{invoice}200',
    'GET stores/{store}/invoices/{invoice}/payment-methods200',
  ]);
  await shop.getByRole('button', { name: 'Pay it on the sandbox' }).click();
  await expect(shop.getByRole('button', { name: 'Paid' })).toBeVisible();
  await expect(shop.getByText('Working, every attempt was accepted')).toBeVisible();
  await shop.getByRole('link', { name: 'View payment' }).click();
  await expect(page.getByRole('heading', { name: 'Test order' })).toBeVisible();
  await merchant.mine(1);
  const settled = `InvoiceSettled for ${host()} is delivered`;
  await expect(page.getByText(settled, { exact: true })).toBeVisible();
  const types = receiver.requests.map(({ body }) => JSON.parse(body.toString()).type);
  expect(types).toEqual([
    'InvoiceCreated',
    'InvoiceReceivedPayment',
    'InvoiceProcessing',
    'InvoicePaymentSettled',
    'InvoiceSettled',
  ]);
  // The list does not show the key of the test order, because that key was deleted.
  await page.goto('/dashboard/shops');
  const connected = page.getByRole('table', { name: 'Connected shops' });
  await expect(connected.getByRole('row')).toHaveCount(2);
  await expect(connected).not.toContainText('Test order');
});

test('a test order stops at the first refused call and shows the reason', async ({
  page,
  merchant,
  signIn,
}) => {
  const permissions = ALL_PERMISSIONS.filter((name) => name === 'btcpay.store.canviewinvoices');
  await pair(merchant, 'Shopware', permissions);
  await signIn();
  await page.goto('/dashboard/shops/shopware');
  await page.getByRole('button', { name: 'Create a test order' }).click();
  await expect(page.locator('[aria-live] li')).toHaveText([
    'GET stores/{store}/invoices200',
    'GET stores/{store}/payment-methods403',
  ]);
  await expect(page.getByText('"btcpay.store.canviewstoresettings"')).toBeVisible();
});

test('a shop that rejects webhooks is shown with the remedy, and its deliveries can be filtered and resent', async ({
  page,
  merchant,
  signIn,
}) => {
  receiver.respond({ status: 401 });
  const plugin = await pair(merchant, 'WooCommerce');
  await plugin('webhooks', { url: shopUrl() });
  await plugin('invoices', { amount: '5000', currency: 'SATS', metadata: { orderId: '4711' } });
  await signIn();
  await page.goto('/dashboard/shops');
  const row = page.getByRole('row').filter({ hasText: host() });
  await expect(row).toContainText('Failing since');
  await expect(row.getByRole('link', { name: '4711' })).toBeVisible();
  await row.getByRole('link', { name: host() }).click();
  const cure = page.getByRole('region', { name: 'Webhooks of the shop' });
  await expect(cure).toContainText('The shop has not accepted 1 event.');
  await expect(cure).toContainText('it requires a login');
  await expectNoAxeViolations(page, 'failing shop');
  for (const width of [320, 390, 1_280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findOverflowingElements(page), `at ${width} px`).toEqual([]);
  }
  await cure.getByRole('link', { name: 'View deliveries' }).click();
  await page.getByLabel('Event', { exact: true }).selectOption('InvoiceSettled');
  await expect(page.getByText('No matching deliveries')).toBeVisible();
  await page.getByLabel('Event', { exact: true }).selectOption('InvoiceCreated');
  const delivery = page.getByRole('row').filter({ hasText: '4711' });
  await expect(delivery).toContainText(`InvoiceCreated4711, ${host()}`);

  await page.goto('/dashboard/shops/woocommerce');
  await cure.getByRole('button', { name: 'Resend all 1' }).click();
  const resend = page.getByRole('dialog').getByRole('button', { name: 'Resend' });
  await expect(resend).toBeVisible();
  // Webhooks fail until here, because an automatic retry could close the dialog before the click.
  receiver.respond({ status: 200 });
  await resend.click();
  await expect(cure).toHaveCount(0);
});

test('a connected plugin is listed by name, and can be disconnected on the page of its API key', async ({
  page,
  merchant,
  signIn,
}) => {
  const plugin = await pair(merchant, 'WooCommerce');
  await plugin('invoices', { amount: '5000', currency: 'SATS' });
  await signIn();
  await page.goto('/dashboard/settings');
  await page.getByRole('link', { name: 'Connect a shop' }).click();
  await expect(page.getByRole('heading', { name: 'Connect a shop' })).toBeVisible();
  await page.goto('/dashboard/keys');
  const row = page.getByRole('table', { name: 'Keys of plugins' }).getByRole('row').nth(1);
  await expect(row).toContainText('WooCommerce');
  await expect(row).toContainText(host());
  await page.goto(`/dashboard/keys/${merchant.key.id}`);
  const plugins = page.getByRole('region', { name: 'Connected plugins' });
  await expect(plugins).toContainText(`Shop${host()}`);
  await expect(plugins).toContainText('create invoices');
  await expect(plugins).toContainText(/Last call(?:just now|\d+ s ago)/);
  await expectNoAxeViolations(page, 'API key');
  await plugins.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(plugins).toHaveCount(0);
  await signIn('viewer');
  await page.goto('/dashboard/keys');
  await expect(page.getByRole('table', { name: 'Keys of plugins' })).toHaveCount(0);
});

test('when a plugin marks an invoice as settled, this is shown, but the payment’s status stays the same', async ({
  page,
  merchant,
  signIn,
}) => {
  const plugin = await pair(merchant, 'WooCommerce');
  const order = { amount: '5000', currency: 'SATS', metadata: { orderId: '4712' } };
  const { id } = await plugin('invoices', order);
  await plugin(`invoices/${id}/status`, { status: 'Settled' });
  await signIn('viewer');
  await page.goto('/dashboard/shops/woocommerce');
  await expect(page.getByText('The last as settled')).toBeVisible();
  await page.getByRole('link', { name: '1 invoice' }).click();
  await expect(page.getByRole('heading', { name: '4712' })).toBeVisible();
  await expect(page.getByText(/WooCommerce marked the invoice as settled on \d/)).toBeVisible();
  await expect(page.getByText('Pending', { exact: true })).toBeVisible();
});

/** Connects a plugin to the merchant's API key, which acts as the plugin's store. */
async function pair(
  { app, base, key }: BrowserMerchant,
  label: string,
  permissions: readonly string[] = ALL_PERMISSIONS,
) {
  const { token } = await createPairing(base, key, permissions, label, shopUrl());
  return async (path: string, body: object) => {
    const response = await fetch(`${app.url}/api/v1/stores/${key.id}/${path}`, {
      method: 'POST',
      headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return response.json();
  };
}
