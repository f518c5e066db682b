import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { expect, paymentPageUrl, test } from './support/pay-test';

test('after a reorg, the payment page explains the lost confirmation until the payment is confirmed again', async ({
  page,
  merchant,
}) => {
  const created = await merchant.create({ required_confirmations: 2 });
  await page.goto(paymentPageUrl(merchant, created));
  await merchant.pay(created.address, 125_000);
  await merchant.mine(2);
  await expect(page.getByRole('heading', { name: 'Paid and confirmed.' })).toBeVisible();
  await reorg(merchant.base.db, { blocks: 2, remine: false }, new Date());
  const why = page.getByText('The network replaced its newest blocks');
  await expect(page.getByRole('heading', { name: /^Payment seen/ })).toBeVisible();
  await expect(why.first()).toBeVisible();
  await expect(page.locator('#say')).toContainText('do not pay again');
  await merchant.mine(2);
  await expect(page.getByRole('heading', { name: 'Paid and confirmed.' })).toBeVisible();
  await expect(page.locator('.slip').getByText('The network replaced')).toHaveCount(0);
});

test('the page of a canceled payment says that the money arrived after the cancellation', async ({
  page,
  merchant,
}) => {
  const created = await merchant.create();
  await merchant.cancel(created.id);
  await page.goto(paymentPageUrl(merchant, created));
  await merchant.pay(created.address, 125_000);
  // The server reads the chain only rarely, because no open page waits for this payment.
  await merchant.reaches(created.id, ({ status }) => status === 'detected');
  // Reloads, because a finished payment's page polls only once a minute.
  await page.reload();
  await expect(page.getByText('arrived after the order was canceled')).toBeVisible();
  await expect(page.getByText('expired')).toHaveCount(0);
});
