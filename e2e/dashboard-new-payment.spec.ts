import type { Page } from '@playwright/test';
import { changeMerchantSetting } from '@/lib/accounts/change-merchant-setting';
import { createMerchant } from '@/lib/accounts/create-merchant';
import type { Currency } from '@/lib/domain/currency';
import { revokeKey } from '@/lib/keys/revoke-key';
import { createTestActor } from '@/test/support/actor';
import { createTestKey } from '@/test/support/factories';
import { startReceiver } from '@/test/support/receiver';
import { expect, test } from './support/dashboard-test';
import { delayResponses } from './support/delay-responses';
import { expectOnFastClock } from './support/expect-on-fast-clock';

const openMore = (page: Page) => page.getByText('More', { exact: true }).click();

test('the payment form starts with the user’s last currency, or else with the merchant’s currency', async ({
  page,
  merchant,
  signIn,
}) => {
  const { db } = merchant.base;
  const { merchantId } = await createTestKey(db, { name: 'Chooses a currency' });
  const currency = page.getByLabel('Currency');
  await signIn('member', merchantId);
  await page.goto('/dashboard/payments/new');
  await expect(currency).toHaveValue('SATS');
  const owner = await createTestActor(db, merchantId);
  await changeMerchantSetting(db, owner, 'displayCurrency', 'EUR' as Currency, new Date());
  for (const path of ['payments', 'links']) {
    await page.goto(`/dashboard/${path}/new`);
    await expect(currency).toHaveValue('EUR');
    await expect(currency.getByRole('option').first()).toHaveAttribute('value', 'EUR');
  }
  await page.goto('/dashboard/payments/new');
  await currency.selectOption('SATS');
  await page.getByLabel('Amount').fill('4141');
  await page.getByRole('button', { name: 'Create payment' }).click();
  await page.waitForURL(/\/payments\/pay_/);
  await page.goto('/dashboard/links/new');
  await expect(currency).toHaveValue('SATS');
  await signIn('member', merchantId);
  await page.goto('/dashboard/links/new');
  await expect(currency).toHaveValue('EUR');
});

test('the payment form shows four fields, and expands its other fields if one of these has an error', async ({
  page,
  signIn,
}) => {
  await signIn('member');
  await page.goto('/dashboard/payments/new');
  const fields = page.getByRole('main').locator('input, select, textarea');
  await expect(fields.filter({ visible: true })).toHaveCount(4);
  const tolerance = page.getByLabel('Tolerance (%)');
  await page.getByLabel('Amount').fill('4040');
  await openMore(page);
  await tolerance.fill('7');
  await openMore(page);
  await expect(tolerance).toBeHidden();
  await page.getByRole('button', { name: 'Create payment' }).click();
  await expect(tolerance).toBeFocused();
  await tolerance.fill('0');
  const webhook = page.getByLabel('Webhook URL');
  await webhook.fill('https://user:pass@shop.example/');
  await openMore(page);
  await page.getByRole('button', { name: 'Create payment' }).click();
  await expect(webhook).toBeFocused();
  await webhook.fill('');
  await page.getByRole('button', { name: 'Create payment' }).click();
  await page.waitForURL(/\/payments\/pay_/);
});

test('repeated clicks on the create button create one payment', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/dashboard/payments/new');
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/payments')) asked += 1;
  });
  const held = await delayResponses(page, /\/dashboard\/payments\/pay_/, 'GET');
  await page.getByLabel('Amount').fill('31337');
  const button = page.getByRole('button', { name: 'Create payment' });
  await button.click();
  await expect(page.getByText('Payment created.')).toBeVisible();
  await held.answered;
  await button.click({ force: true });
  await page.getByLabel('Amount').press('Enter');
  held.release();
  await page.waitForURL(/\/payments\/pay_/);
  expect(asked).toBe(1);
});

for (const [path, button] of [
  ['payments', 'Create payment'],
  ['links', 'Create payment link'],
] as const) {
  test(`on ${path}/new, choosing a currency in which the amount is valid removes the amount’s error`, async ({
    page,
    signIn,
  }) => {
    await signIn();
    await page.goto(`/dashboard/${path}/new`);
    const amount = page.getByLabel('Amount', { exact: true });
    await amount.fill('49.90');
    await page.getByLabel('Currency').selectOption('SATS');
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(amount).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Currency').selectOption('EUR');
    await expect(amount).not.toHaveAttribute('aria-invalid', 'true');
  });
}

test('if the response to a new payment is lost, the form reports an unknown result instead of a failure', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/payments/new');
  await page.route('**/api/dashboard/payments', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByLabel('Amount').fill('515151');
  await page.getByRole('button', { name: 'Create payment' }).click();
  await expect(page.getByText('This may or may not have been done.')).toBeVisible();
});

test('the payment form sends no address if the key does not allow customer-provided addresses', async ({
  page,
  merchant,
  signIn,
}) => {
  const { merchantId } = await createTestKey(merchant.base.db, { name: 'Own addresses' });
  await createTestKey(merchant.base.db, {
    merchantId,
    name: 'Any address',
    allowCustomAddresses: true,
  });
  await signIn('member', merchantId);
  await page.goto('/dashboard/payments/new');
  await page.getByLabel('Amount').fill('4242');
  await openMore(page);
  await page.getByLabel('API key').selectOption('Any address (regtest)');
  const address = page.getByLabel('Destination address');
  // A phone would otherwise capitalize the first letter, which makes the address invalid.
  await expect(address).toHaveAttribute('autocapitalize', 'none');
  await address.fill('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080');
  await page.getByLabel('API key').selectOption('Own addresses (regtest)');
  await expect(address).toHaveCount(0);
  await page.getByRole('button', { name: 'Create payment' }).click();
  await page.waitForURL(/\/payments\/pay_/);
});

test('if the merchant has no API key, the payment form advises a member to contact an owner', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await createMerchant(merchant.base.db, 'Without a key', new Date());
  const create = page.getByRole('main').getByRole('link', { name: 'Create API key' });
  await signIn('member', id);
  for (const path of ['/new', '']) {
    await page.goto(`/dashboard/payments${path}`);
    await expect(page.getByText('Ask an owner to create an API key.')).toBeVisible();
    await expect(create).toHaveCount(0);
  }
  await signIn('owner', id);
  await page.goto('/dashboard/payments/new');
  await expect(create).toBeVisible();
});

test('the payment form refreshes the exchange rate while it is open', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn();
  await page.goto('/dashboard/payments/new');
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/dashboard/rates')) reads += 1;
  });
  await page.getByLabel('Currency').selectOption('EUR');
  await expect(page.getByText(/1 BTC = .* now/)).toBeVisible();
  // The first read, and the reads once the event stream is open, do not depend on the clock.
  await expectOnFastClock(page, async () => expect(reads).toBeGreaterThan(4));
});

test('if the chosen key is revoked, the payment form selects another key and creates the payment with this key', async ({
  page,
  merchant,
  signIn,
}) => {
  const { merchantId } = await createTestKey(merchant.base.db, { name: 'Stays' });
  const gone = await createTestKey(merchant.base.db, { merchantId, name: 'Goes' });
  await signIn('owner', merchantId);
  await page.goto('/dashboard/payments/new');
  await page.getByLabel('Amount').fill('4343');
  await openMore(page);
  const keys = page.getByLabel('API key');
  await keys.selectOption('Goes (regtest)');
  const other = await page.context().newPage();
  await other.goto(`/dashboard/keys/${gone.id}`);
  await other.getByRole('button', { name: 'Revoke' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(other.getByText('Goes revoked.')).toBeVisible();
  await other.close();
  await expect(keys.getByRole('option')).toHaveText(['Stays (regtest)']);
  await expect(page.getByText('The API key that you chose can no longer be used.')).toBeVisible();
  await page.getByRole('button', { name: 'Create payment' }).click();
  await page.waitForURL(/\/payments\/pay_/);
});

test('if the chosen key is revoked, a test webhook is signed with the remaining key', async ({
  page,
  merchant,
  signIn,
}) => {
  const { db } = merchant.base;
  const { merchantId } = await createTestKey(db, { name: 'Stays' });
  const gone = await createTestKey(db, { merchantId, name: 'Goes' });
  await signIn('member', merchantId);
  const receiver = await startReceiver();
  await page.goto('/dashboard/webhooks/test');
  await page.getByLabel('Webhook URL').fill(receiver.url('/test'));
  const keys = page.getByLabel('API key');
  await keys.selectOption('Goes (regtest)');
  await revokeKey(db, await createTestActor(db, merchantId), gone.id, new Date());
  await expect(keys).toHaveCount(0);
  await page.getByRole('button', { name: 'Send test webhook' }).click();
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible();
  await receiver.close();
});
