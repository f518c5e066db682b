import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { expect, test } from './support/dashboard-test';

test('an unconfirmed payment has one bar per confirmation; each block fills a bar, and a reorg empties it', async ({
  page,
  merchant,
  signIn,
}) => {
  const made = await merchant.create({ reference: 'In blocks', required_confirmations: 2 });
  await merchant.pay(made.address, 125_000);
  await signIn('viewer');
  await page.goto('/dashboard');
  const rows = page.getByRole('list', { name: 'Payments with money on its way' });
  const row = rows.getByRole('listitem').filter({ hasText: 'In blocks' });
  const filled = row.locator('.arriving-bar.is-filled');
  await expect(row).toContainText('in 2 blocks');
  await expect(filled).toHaveCount(0);
  const heading = page.getByRole('heading', { name: 'Arriving now' });
  await expect(heading.locator('..')).toHaveText(/^Arriving now\s*125\s?000 sat$/);

  await merchant.mine(1);
  await expect(row).toContainText('1 of 2');
  await expect(filled).toHaveCount(1);
  const newest = page.locator('.arriving-axis .arriving-lane > *').nth(5);
  const apart = async () =>
    Math.abs(middle(await filled.boundingBox()) - middle(await newest.boundingBox()));
  expect(await apart()).toBeLessThan(2);

  await merchant.mine(1);
  await expect(row).toContainText('confirmed');
  await expect(filled).toHaveCount(2);
  await reorg(merchant.base.db, { blocks: 2, remine: false }, new Date());
  await expect(row).toContainText('in 2 blocks');
  await expect(filled).toHaveCount(0);
});

const middle = (box: { x: number; width: number } | null) =>
  box ? box.x + box.width / 2 : Number.NaN;

test('Home shows the number of unpaid payments in one line, which links to these payments', async ({
  page,
  merchant,
  signIn,
}) => {
  await merchant.create({ reference: 'Nobody paid' });
  await signIn('viewer');
  await page.goto('/dashboard');
  await expect(page.getByText('1 payment page is open. Nothing has been sent to it')).toBeVisible();
  await expect(page.getByText('Nobody paid')).toHaveCount(0);
  await page.getByRole('link', { name: 'View open payments' }).click();
  await expect(page.getByRole('link', { name: 'Nobody paid' })).toBeVisible();
});
