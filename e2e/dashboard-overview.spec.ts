import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { expect, test } from './support/dashboard-test';
import { watchShifts } from './support/layout-shifts';

// Other tests of this server create keys of other networks, and the first network would be shown
// otherwise.
const OVERVIEW = '/dashboard?network=regtest';

test('a block fills the tallies of its payments, and a reorg empties the tallies with a note', async ({
  page,
  merchant,
  signIn,
}) => {
  // Confirms the payments of other tests, which the blocks of this test would count too.
  await merchant.mine(6);
  const made = await merchant.create({ reference: 'In blocks', required_confirmations: 2 });
  await merchant.pay(made.address, 125_000);
  await signIn('viewer');
  await page.goto(OVERVIEW);
  const row = page.getByRole('listitem').filter({ hasText: 'In blocks' });
  const filled = row.locator('.is-filled');
  await expect(row.getByRole('img')).toHaveAccessibleName(
    /^In the mempool, confirmed by block \d+/,
  );
  await expect(filled).toHaveCount(0);

  await merchant.mine(1);
  await expect(row.getByRole('img')).toHaveAccessibleName(
    /^1 of 2 confirmations, due in block \d+$/,
  );
  await expect(filled).toHaveCount(1);
  // The confirmation is under its block once both have moved there.
  const newest = page.locator('.strip-column').last();
  const apart = async () =>
    Math.abs(middle(await filled.boundingBox()) - middle(await newest.boundingBox()));
  await expect.poll(apart).toBeLessThan(2);

  await merchant.mine(1);
  await expect(row.getByRole('img')).toHaveAccessibleName(/^Confirmed by block \d+$/);
  await expect(filled).toHaveCount(2);
  await expect(
    page.getByText(/^Block \d+ confirmed 1 payment, 125000 sat$/).first(),
  ).toBeAttached();

  await reorg(merchant.base.db, { blocks: 2, remine: false }, new Date());
  await expect(page.getByRole('status').filter({ hasText: 'The network replaced' })).toBeVisible();
  await expect(filled).toHaveCount(0);
});

const middle = (box: { x: number; width: number } | null) =>
  box ? box.x + box.width / 2 : Number.NaN;

test('nothing on the overview moves during hydration', async ({ page, merchant, signIn }) => {
  await merchant.create({ reference: 'Still' });
  await signIn('viewer');
  await page.goto(OVERVIEW);
  const shifts = await watchShifts(page);
  await page.goto(OVERVIEW);
  await expect(page.getByText('Still').first()).toBeVisible();
  await expect(page.locator('time', { hasText: 'UTC' })).toHaveCount(0);
  expect(await shifts()).toBeLessThan(0.01);
});
