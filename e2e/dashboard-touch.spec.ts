import { expect, test } from './support/dashboard-test';
import { createInState } from './support/pay-states';
import { MIN_TAP_HEIGHT, tapHeight } from './support/tap-height';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

test('payment filters meet the minimum tap height', async ({ page, merchant, signIn }) => {
  await merchant.create();
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  await page.getByRole('button', { name: 'Filters', exact: true }).tap();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  for (const name of ['Pending', 'Detected', 'Confirmed', 'Underpaid', 'Webhook failed']) {
    const label = sheet.locator('label', { hasText: new RegExp(`^${name}$`) });
    await label.scrollIntoViewIfNeeded();
    expect.soft(await tapHeight(label), name).toBeGreaterThanOrEqual(MIN_TAP_HEIGHT);
  }
});

test('links of Home meet the minimum tap height', async ({ page, merchant, signIn }) => {
  await createInState(merchant, 'overpaid');
  await merchant.mine(6);
  await signIn('viewer');
  await page.goto('/dashboard?network=regtest');
  const inList = (name: string) => page.getByRole('list', { name }).getByRole('link').first();
  const links = [inList('Open decisions'), page.getByRole('link', { name: 'View in payments' })];
  for (const link of links) {
    // A live update may replace the link at any time.
    await expect(async () => {
      await link.scrollIntoViewIfNeeded();
      expect(await tapHeight(link), `${link}`).toBeGreaterThanOrEqual(MIN_TAP_HEIGHT);
    }).toPass();
  }
});
