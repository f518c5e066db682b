import { type Receiver, startReceiver } from '@/test/support/receiver';
import { expectNoAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { payWithWebhook } from './support/deliveries';
import { findOverflowingElements } from './support/find-overflowing-elements';

let receiver: Receiver;

test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

test('one click on Home shows which endpoint fails, since when, and why', async ({
  page,
  merchant,
  signIn,
}) => {
  receiver.respond({ status: 401 });
  await payWithWebhook(merchant, receiver, 'Refused 1');
  await signIn('member');
  await page.goto('/dashboard');
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: /^Webhooks/ })
    .click();
  const strip = page.getByRole('region', { name: 'Failing endpoint' });
  await expect(strip).toContainText(/\/Refused-1 has been failing since \d\d:\d\d/);
  await expect(strip).toContainText('HTTP 401. The endpoint returned 401: it requires a login.');
  const row = page.getByRole('row').filter({ hasText: '/Refused-1' }).first();
  await expect(row).toContainText(/Failing since/);
  await expect(row).toContainText(/× HTTP 401/);
  await strip.getByRole('link', { name: 'Send test event' }).click();
  await expect(page.getByLabel('Webhook URL')).toHaveValue(receiver.url('/Refused-1'));
});

test('the delivery tabs’ counts add up to the total, and deliveries that failed the same way share one row', async ({
  page,
  merchant,
  signIn,
}) => {
  receiver.respond({ status: 410 });
  for (let n = 0; n < 4; n += 1) {
    const { address } = await merchant.create({ webhook_url: receiver.url('/Grouped') });
    await merchant.pay(address, 125_000);
  }
  await receiver.received(4);
  await signIn('viewer');
  await page.goto('/dashboard/webhooks?status=failed&q=/Grouped');
  const table = page.getByRole('table', { name: 'Webhook deliveries' });
  await expect(table).toContainText(/HTTP 410 × 4, since/);
  await expect(table.locator('[data-delivery]')).toHaveCount(1);
  await table.getByRole('button', { name: 'Show 3 more' }).click();
  await expect(table.locator('[data-delivery]')).toHaveCount(4);
  const tabs = page.getByRole('navigation', { name: 'Deliveries' }).getByRole('button');
  await expect(tabs.filter({ hasText: 'Given up' })).toHaveText(/4$/);
  const counts = (await tabs.allTextContents()).map((text) => Number(text.replace(/\D/g, '')));
  const [all, ...others] = counts;
  expect(others.reduce((sum, one) => sum + one, 0)).toBe(all);
});

test('when the server refuses a new endpoint, the focus moves to the field with the error', async ({
  page,
  signIn,
}) => {
  await signIn('owner');
  await page.goto('/dashboard/webhooks');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Bookkeeping');
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(dialog.getByLabel('URL')).toBeFocused();
  await expect(dialog.getByText(/Must be a complete URL/)).toBeVisible();
});

test('an owner adds an endpoint, sees its secret once, and the endpoint gets the events of all payments', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn('owner');
  await page.goto('/dashboard/webhooks');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(dialog.getByText(/Must be 1 to 80 characters/)).toBeVisible();
  await dialog.getByLabel('Name').fill('Bookkeeping');
  await dialog.getByLabel('URL').fill(receiver.url('/books'));
  await expectNoAxeViolations(page, 'add endpoint');
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  const { address } = await merchant.create({});
  await merchant.pay(address, 125_000);
  await receiver.received(1);
  await page.getByRole('link', { name: 'Bookkeeping' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bookkeeping');
  await expect(page.getByText('every attempt was accepted')).toBeVisible();
  await expect(page.getByText(/whsec_/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Name').fill('Ledger');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ledger');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findOverflowingElements(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page).toHaveURL(/\/dashboard\/webhooks$/);
});
