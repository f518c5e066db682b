import { readFile } from 'node:fs/promises';
import { createMerchant } from '@/lib/accounts/create-merchant';
import { queueChange } from '@/lib/server/changes/queue-change';
import { createTestKey } from '@/test/support/factories';
import { expect, test } from './support/dashboard-test';
import { expectOnFastClock } from './support/expect-on-fast-clock';

test('a member creates a payment, sees it paid and confirmed, finds it and exports it', async ({
  page,
  merchant,
  signIn,
}) => {
  const { merchantId, apiKey } = await createTestKey(merchant.base.db, { name: 'Day shop' });
  await signIn('member', merchantId);
  await page.goto('/dashboard/payments');
  await expect(page.getByText('No payments yet.')).toBeVisible();
  await expect(page.getByLabel('curl command', { exact: true })).toContainText(apiKey.slice(0, 10));

  await page.getByRole('main').getByRole('link', { name: 'Create payment' }).last().click();
  await page.getByLabel('Amount').fill('125 000');
  await page.getByLabel('Reference', { exact: true }).fill('=Order 1');
  await page.getByLabel('Description').fill('Tea, 100 g');
  await page.getByText('More', { exact: true }).click();
  await page.getByLabel('Metadata').fill('cart: Q7 blue');
  await page.getByText('2', { exact: true }).click();
  await page.getByRole('button', { name: 'Create payment' }).click();
  await expect(page.getByRole('heading', { name: '=Order 1' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy payment link' })).toBeVisible();
  await expect(page.getByText('Q7 blue', { exact: true })).toBeVisible();
  await expect(page.getByText('Tea, 100 g', { exact: true })).toBeVisible();

  const status = page.locator('[aria-live="polite"]').first();
  await page.getByRole('button', { name: 'Pay half' }).click();
  await expect(status).toHaveText('Underpaid');
  await page.getByRole('button', { name: 'Pay in full' }).click();
  await expect(status).toHaveText('Detected');
  await page.getByRole('button', { name: 'Mine blocks until confirmed' }).click();
  await expect(status).toHaveText('Confirmed');
  const timeline = page.getByRole('list', { name: 'Payment timeline' });
  for (const entry of ['Created', 'Partial payment', 'Payment detected', 'Confirmed']) {
    await expect(timeline.getByText(entry).first()).toBeVisible();
  }

  await page.getByRole('link', { name: 'Payments', exact: true }).first().click();
  await expect(page.getByRole('row', { name: /Confirmed 2 of 2 =Order 1/ })).toBeVisible();
  await page.getByLabel('Search payments').fill('blue q7');
  await expect(page.getByText('1 to 1 of 1')).toBeVisible();
  await page.getByLabel('Search payments').fill('order 1');
  await page.getByRole('group', { name: 'Confirmation' }).getByText('Confirmed').click();
  await expect(page).toHaveURL(/filter=verified/);
  await expect(page).toHaveURL(/q=order/);
  await expect(page.getByText('1 to 1 of 1')).toBeVisible();

  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`,"'=Order 1",125000,125000,`);
});

test('a payment created by the API appears in the list, and becomes confirmed there without a reload', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { same: true }));
  const { address } = await merchant.create({ reference: 'Live 1', required_confirmations: 1 });
  const row = page.getByRole('row').filter({ hasText: 'Live 1' });
  await expect(row).toContainText('Pending');
  await merchant.pay(address, 125_000);
  await expect(row).toContainText('Detected');
  await merchant.mine(1);
  await expect(row).toContainText('Confirmed');
  await expect(row).toContainText('1 of 1');
  expect(await page.evaluate(() => 'same' in window)).toBe(true);
});

test('the filters of payments are part of the URL, change with the back button, and can be cleared', async ({
  page,
  merchant,
  signIn,
}) => {
  await merchant.cancel((await merchant.create({ reference: 'Filter 1', amount_sats: 777 })).id);
  await merchant.create({ reference: 'Filter 2', amount_sats: 888 });
  await signIn('viewer');
  await page.goto('/dashboard/payments?q=Filter&status=canceled');
  const rows = page.locator('[data-row-link]');
  await expect(rows).toHaveText(['Filter 1']);
  await page.getByRole('button', { name: 'Remove filter Canceled' }).click();
  await expect(rows).toHaveText(['Filter 2', 'Filter 1']);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('At least (sat)').fill('800');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Show/ }).click();
  await expect(rows).toHaveText(['Filter 2']);
  await page.goBack();
  await expect(rows).toHaveText(['Filter 2', 'Filter 1']);
  await page.goto('/dashboard/payments?q=Filter&status=confirmed');
  await expect(page.getByText('No confirmed payments match “Filter”.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/payments$/);
});

test('a payment that is opened during a search is shown, even if the payment’s page loads slowly', async ({
  page,
  merchant,
  signIn,
}) => {
  await merchant.create({ reference: 'Opened' });
  await signIn('viewer');
  await page.clock.install();
  let end = () => {};
  const slowness = new Promise<void>((resolve) => {
    end = resolve;
  });
  await page.route(/\/payments\/pay_\w+\?_rsc=/, async (route) => {
    await slowness;
    await route.continue();
  });
  await page.goto('/dashboard/payments');
  const link = page.getByRole('link', { name: 'Opened' });
  await expect(link).toBeVisible();
  await page.getByRole('searchbox').fill('Ope');
  await link.click();
  await page.clock.runFor(1_000);
  end();
  await expect(page.getByRole('heading', { name: 'Opened' })).toBeVisible();
});

test('canceling a payment asks for confirmation and then immediately shows the payment as canceled', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await merchant.create({ reference: 'To cancel' });
  await signIn('member');
  await page.goto(`/dashboard/payments/${id}`);
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep payment' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel payment' }).click();
  await expect(page.locator('[aria-live="polite"]').first()).toHaveText('Canceled');
  await expect(
    page.getByRole('listitem').filter({ hasText: /^Canceled by \S+@\S+/ }),
  ).toBeVisible();
});

test('a viewer sees payments with all details, but no buttons that change anything', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await merchant.create({ reference: 'Only look' });
  await signIn('viewer');
  await page.goto(`/dashboard/payments/${id}`);
  await expect(page.getByRole('heading', { name: 'Only look' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel payment' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Simulate' })).toHaveCount(0);
  await page.goto('/dashboard/payments/new');
  await expect(page.getByText('Viewers cannot create payments.')).toBeVisible();
});

test('the page of another merchant’s payment states that the payment was not found', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await merchant.create();
  const other = await createMerchant(merchant.base.db, 'Another shop', new Date());
  await signIn('owner', other.id);
  await page.goto(`/dashboard/payments/${id}`);
  await expect(page.getByText('Payment not found')).toBeVisible();
});

test('if payments fail to load, the reason and the request id are shown, and loading can be retried', async ({
  page,
  merchant,
  signIn,
}) => {
  await merchant.create({ reference: 'Behind a fault' });
  await signIn();
  await page.clock.install();
  const problem = {
    title: 'The service cannot reach its database',
    detail: 'The service cannot reach its database.',
    code: 'database_unavailable',
    request_id: 'req_test',
  };
  await page.addInitScript(() => {
    addEventListener('click', () => Object.assign(window, { clicked: true }), true);
  });
  // Automatic retries must fail until the click, because a success would remove the button.
  await page.route('**/api/dashboard/payments?*', async (route) => {
    const isRetried = await page.evaluate(() => 'clicked' in window);
    return isRetried ? route.continue() : route.fulfill({ status: 503, json: problem });
  });
  // The page arrives without search results, so the browser requests them.
  await page.goto('/dashboard/payments?q=Behind');
  await expectOnFastClock(page, (soon) =>
    expect(page.getByText('The payments could not be loaded.')).toBeVisible(soon),
  );
  await expect(page.getByText('req_test')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Behind a fault')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await page.route('**/api/dashboard/payments?*', (route) => route.abort());
  queueChange(merchant.base.db, merchant.key.merchantId, 'payments');
  await expectOnFastClock(page, (soon) =>
    expect(page.getByText('The payments could not be updated')).toBeVisible(soon),
  );
  await expect(page.getByText('Behind a fault')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expectOnFastClock(page, (soon) =>
    expect(page.getByText('The payments could not be updated')).toHaveCount(0, soon),
  );
});

test('a payment in euros is previewed in satoshis, created, and shown with its price and rate', async ({
  page,
  merchant,
  signIn,
}) => {
  const { merchantId } = await createTestKey(merchant.base.db, { name: 'Euro shop' });
  await signIn('member', merchantId);
  await page.goto('/dashboard/payments/new');
  await page.getByLabel('Currency').selectOption('EUR');
  await page.getByLabel('Amount').fill('62,50');
  await expect(page.getByText('125000 sat')).toBeVisible();
  await expect(page.getByText('1 BTC = €50,000.00 now.')).toBeVisible();
  await page.getByLabel('Amount').fill('62,505');
  await page.getByRole('button', { name: 'Create payment' }).click();
  await expect(page.getByText('Enter an amount with at most 2 decimals')).toBeVisible();
  await page.getByLabel('Amount').fill('62.50');
  await page.getByRole('button', { name: 'Create payment' }).click();
  await expect(page.getByText('€62.50', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/1 BTC = €50,000\.00, a fixed rate of this server/)).toBeVisible();
});
