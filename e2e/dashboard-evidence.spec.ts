import { createEndpoint } from '@/lib/webhooks/endpoints/create-endpoint';
import { createTestActor } from '@/test/support/actor';
import { testVault } from '@/test/support/factories';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';

let receiver: Receiver;

test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

test('the page of a payment shows deliveries with URL and last response, and prices in the shop’s currency', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const owner = await createTestActor(merchant.base.db, merchant.key.merchantId, 'owner');
  receiver.respond(({ path }) => ({ status: path === '/shop' ? 401 : 200 }));
  const endpoint = { url: receiver.url('/books'), name: 'Books', network: null };
  const settings = { ...endpoint, events: ['payment.detected' as const] };
  await createEndpoint(merchant.base.db, testVault, owner, settings, new Date(), async () => {});
  const made = await merchant.create({
    price: { amount: '108.90', currency: 'EUR' },
    webhook_url: receiver.url('/shop'),
  });
  await merchant.pay(made.address, Math.floor(made.amount_sats / 2));
  await merchant.pay(made.address, made.amount_sats);
  await receiver.received(2);
  await signIn('member');
  await page.goto(`/dashboard/payments/${made.id}`);
  const deliveries = page.getByRole('table', { name: 'Webhook deliveries of this payment' });
  const row = (path: string) => deliveries.getByRole('row').filter({ hasText: path });
  await expect(row('/shop')).toContainText('HTTP 401');
  await expect(row('/shop')).toContainText(/in \d+ (?:s|min)|now/);
  await expect(row('/books')).toContainText('Delivered');
  await expect(row('/books')).toContainText('HTTP 200');
  const before = receiver.requests.length;
  await row('/books').getByRole('button', { name: 'Resend' }).click();
  await receiver.received(before + 1);
  const outputs = page.getByRole('table', { name: 'Transactions that pay the address' });
  await expect(outputs).toContainText('€54.45');
  const timeline = page.getByRole('list', { name: 'Payment timeline' });
  await expect(timeline.getByText('€108.90').first()).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(row('/shop')).toContainText(/HTTP 401, \d+ attempts?/);
  expect(await findOverflowingElements(page)).toEqual([]);
});

test('the figures of a payment do not overlap, on a phone or a desktop', async ({
  page,
  merchant,
  signIn,
}) => {
  const made = await merchant.create({ amount_sats: 12_500_000 });
  await merchant.pay(made.address, 12_400_000);
  await signIn('member');
  await page.goto(`/dashboard/payments/${made.id}`);
  await expect(page.getByText('Missing', { exact: true })).toBeVisible();
  for (const width of [320, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    expect.soft(await findOverflowingElements(page), `${width} px`).toEqual([]);
  }
});
