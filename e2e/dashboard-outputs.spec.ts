import { expect, test } from './support/dashboard-test';

test('refetching the page of a payment also refetches all of its loaded outputs', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id, address } = await merchant.create({ amount_sats: 1_000_000 });
  for (let sats = 1_001; sats <= 1_052; sats++) await merchant.pay(address, sats);
  await merchant.reaches(id, ({ received_sats: sats }) => sats === 53_378);
  await signIn('viewer');
  await page.goto(`/dashboard/payments/${id}`);
  const rows = page
    .getByRole('table', { name: 'Transactions that pay the address' })
    .locator('tbody tr');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(52);
  await expect(rows.last()).toContainText('Mempool');
  await merchant.mine(1);
  await expect(rows.first()).toContainText('1 confirmation');
  await expect(rows.last()).toContainText('1 confirmation');
});
