import { createTestKey } from '@/test/support/factories';
import { expect, test } from './support/dashboard-test';

test('Back returns to the opened row, and a new page begins at its heading', async ({
  page,
  merchant,
  signIn,
}) => {
  const { merchantId, apiKey } = await createTestKey(merchant.base.db);
  for (let n = 1; n <= 25; n += 1) {
    await fetch(`${merchant.app.url}/v1/btc/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount_sats: 1_000, reference: `Place ${n}` }),
    });
  }
  await signIn('member', merchantId);
  for (const viewport of [
    { width: 1280, height: 500 },
    { width: 390, height: 700 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto('/dashboard/payments');
    const row = page.getByRole('link', { name: 'Place 3', exact: true });
    await row.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => window.scrollY);
    expect(scrolled).toBeGreaterThan(100);
    await row.click();
    await expect(page.getByRole('heading', { name: 'Place 3' })).toBeFocused();
    await page.goBack();
    await expect(row).toBeFocused();
    await expect(row).toBeInViewport();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
  }
});
