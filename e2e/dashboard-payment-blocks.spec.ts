import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { expect, test } from './support/dashboard-test';

test('a payment’s blocks fill, stay after confirmation, and empty in a reorg', async ({
  page,
  merchant,
  signIn,
}) => {
  const made = await merchant.create({ required_confirmations: 2 });
  await signIn('viewer');
  await page.goto(`/dashboard/payments/${made.id}`);
  const strip = page.getByRole('region', { name: 'Blocks' });
  const own = strip.getByText(/^Block \d+, confirmation \d of 2$/);
  const due = strip.getByText(/^Block \d+, still to come, confirmation \d of 2$/);
  await expect(page.getByRole('heading', { name: 'Order 1042' })).toBeVisible();
  await expect(strip).toHaveCount(0);

  await merchant.pay(made.address, 125_000);
  await expect(strip.getByText('Unconfirmed')).toBeVisible();
  await expect(strip.getByText(/^In the mempool, confirmed by block \d+/)).toBeVisible();
  await expect(own).toHaveCount(0);
  await expect(due).toHaveCount(2);

  await merchant.mine(1);
  await expect(strip.getByText(/^1 of 2 confirmations, due in block \d+$/)).toBeVisible();
  await expect(own).toHaveCount(1);
  await expect(due).toHaveCount(1);

  await merchant.mine(2);
  await expect(strip.getByText(/^Confirmed by block \d+$/)).toBeVisible();
  await expect(strip.getByText('1 block since')).toBeVisible();
  await expect(own).toHaveCount(2);
  await expect(due).toHaveCount(0);

  await reorg(merchant.base.db, { blocks: 3, remine: false }, new Date());
  await expect(strip.getByRole('status')).toContainText(/^The network replaced blocks \d+ to \d+/);
  await expect(own).toHaveCount(0);
  await expect(due).toHaveCount(2);
});
