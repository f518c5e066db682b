import { axeFaults } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { overflow } from './support/overflow';
import { payIn } from './support/pay-states';

// Other tests of this server create keys of other networks, and the first network would be shown
// otherwise.
const OVERVIEW = '/dashboard?network=regtest';

test('a member marks a payment as done with a note, and undoes it', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await payIn(merchant, 'late');
  await signIn('member');
  await page.goto(`/dashboard/payments/${id}`);
  const work = page.getByRole('region', { name: 'Needs your decision' });
  await expect(work).toContainText('Money arrived after the payment had expired');
  await work.getByLabel('Note (optional)').fill('Shipped on Monday');
  await work.getByLabel('Note (optional)').press('Enter');

  const handled = page.getByRole('region', { name: 'Done' });
  await expect(handled).toContainText(/Done by \S+@\S+, .*Shipped on Monday/);
  await expect(handled.getByRole('listitem')).toBeFocused();
  const timeline = page.getByRole('list', { name: 'Payment timeline' });
  const last = timeline.getByRole('listitem').last();
  await expect(last).toHaveText(/^Marked as done \(paid late\) by \S+@\S+.*Shipped on Monday$/);

  await handled.getByRole('button', { name: 'Undo' }).click();
  await expect(work.getByRole('button', { name: 'Mark as done' })).toBeVisible();
  await expect(last).toHaveText(/^Needs your decision again \(paid late\) by/);
});

test('the overview and the list show a payment that needs a decision until it is done', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await payIn(merchant, 'late');
  await signIn();
  await page.goto(OVERVIEW);
  const panel = page.getByRole('region', { name: 'Needs your decision' });
  await expect(panel.getByRole('heading', { name: /^Paid late \d+ payments?$/ })).toBeVisible();
  await expect(panel.locator(`a[href$="${id}"]`)).toBeVisible();
  await panel.getByRole('link', { name: 'View all' }).click();
  await expect(page).toHaveURL(/\/dashboard\/payments\?worklist=open$/);

  await page.goto(`/dashboard/payments?worklist=open&reasons=late&q=${id}`);
  const filters = page.getByRole('list', { name: 'Active filters' });
  await expect(filters.getByRole('listitem')).toHaveText([
    'Remove filter Needs your decision',
    'Remove filter Reason: paid late',
  ]);
  await expect(page.locator(`a[href$="${id}"]`)).toBeVisible();
  // The change is made in another window and pushed to the open list.
  const isLate = ({ flags }: { flags: readonly string[] }) => flags.includes('late');
  const { received_sats } = await merchant.reaches(id, isLate);
  const body = { payments: [{ id, received_sats }] };
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await page.request.post('/api/dashboard/payments/handle', {
    data: body,
    headers,
  });
  expect(await answer.json()).toEqual({ data: [{ id, done: 1, refused: null }] });
  await expect(page.getByText('No payments match')).toBeVisible();

  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabel('Inbox').selectOption('Done');
  await page.getByRole('button', { name: /^Show/ }).click();
  await expect(page.locator(`a[href$="${id}"]`)).toBeVisible();
  await expect(page).toHaveURL(/worklist=handled/);
});

test('a viewer sees payments that need a decision, but cannot mark a payment as done', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await payIn(merchant, 'late');
  await signIn('viewer');
  await page.goto(`/dashboard/payments/${id}`);
  await expect(page.getByRole('region', { name: 'Needs your decision' })).toContainText(
    'Paid late',
  );
  await expect(page.getByRole('button', { name: 'Mark as done' })).toHaveCount(0);
});

test('the inbox fits a phone, and axe finds nothing', async ({ page, merchant, signIn }) => {
  const { id, address } = await merchant.create({ reference: 'No place to break'.repeat(10) });
  await merchant.pay(address, 150_000);
  await merchant.reaches(id, ({ flags }) => flags.includes('overpaid'));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn();
  for (const path of [OVERVIEW, `/dashboard/payments/${id}`]) {
    await page.goto(path);
    await expect(page.getByRole('region', { name: 'Needs your decision' })).toBeVisible();
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflow(page), `${path} at ${width} px`).toEqual([]);
    }
    expect(await axeFaults(page), path).toEqual([]);
  }
});
