import { expect, test } from './support/dashboard-test';
import { THUMB, tapHeight } from './support/tap-height';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

test('each filter of the list of payments takes a thumb', async ({ page, merchant, signIn }) => {
  await merchant.create();
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  await page.getByRole('button', { name: 'Filters', exact: true }).tap();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  for (const name of ['Pending', 'Detected', 'Confirmed', 'Underpaid', 'Webhook failed']) {
    const label = sheet.getByText(name, { exact: true });
    await label.scrollIntoViewIfNeeded();
    expect.soft(await tapHeight(label), name).toBeGreaterThanOrEqual(THUMB);
  }
});
