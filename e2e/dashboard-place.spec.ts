import { eq } from 'drizzle-orm';
import { apiKey } from '@/db/schema/accounts';
import { createEndpoint } from '@/lib/webhooks/endpoints/create-endpoint';
import { createTestActor } from '@/test/support/actor';
import { createTestKey, testVault } from '@/test/support/factories';
import { type PaymentHistory, storePaymentHistories } from '@/test/support/random-lives';
import { startReceiver } from '@/test/support/receiver';
import type { BrowserMerchant } from './support/browser-merchant';
import { expect, test } from './support/dashboard-test';
import { createConfirmedLate } from './support/decisions';
import { payWithWebhook } from './support/deliveries';
import { makeLink } from './support/payment-link';
import { whenHydrated } from './support/when-hydrated';

test('Back returns to the row that was opened, and opening a page moves the focus to its heading', async ({
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

const DAYS = Array.from({ length: 25 }, (_, nth) => nth + 1);

const ROOMS: Readonly<Record<string, (merchant: BrowserMerchant) => Promise<unknown>>> = {
  '/dashboard/links': (merchant) =>
    Promise.all(DAYS.map((nth) => makeLink(merchant, { title: `Tea ${nth}`, amount_sats: 9_000 }))),
  '/dashboard/customers': (merchant) =>
    Promise.all(DAYS.map((nth) => merchant.create({ customer: { name: `Ada ${nth}` } }))),
  '/dashboard/requests': (merchant) => Promise.all(DAYS.map(() => merchant.create())),
  '/dashboard/webhooks': async ({ base: { db }, key }) => {
    const owner = await createTestActor(db, key.merchantId, 'owner');
    const events = ['payment.confirmed' as const];
    for (const nth of DAYS.slice(0, 10)) {
      const url = `https://shop.example/hook-${nth}`;
      const settings = { url, name: `Books ${nth}`, network: null, events };
      await createEndpoint(db, testVault, owner, settings, new Date(), async () => {});
    }
  },
  '/dashboard/keys': ({ base, key }) =>
    Promise.all(DAYS.map(() => createTestKey(base.db, { merchantId: key.merchantId }))),
  '/dashboard/reports?period=2026-10': ({ base, key }) =>
    storePaymentHistories(
      base.db,
      key,
      DAYS.map((day) => confirmedOn(day, key.id)),
    ),
  '/dashboard?network=regtest': async (merchant) => {
    await createConfirmedLate(merchant);
    await createConfirmedLate(merchant);
    // A new block confirms the payments, which then leave the list of arriving payments.
    await merchant.mine(1);
    const expiresAt = new Date(Date.now() + 86_400_000);
    const { db } = merchant.base;
    await db.update(apiKey).set({ expiresAt }).where(eq(apiKey.id, merchant.key.id));
  },
};

const confirmedOn = (day: number, keyId: string): PaymentHistory => ({
  ...{ id: `pay_place${day}${keyId.slice(-6)}`, asked: 9, received: 9, waiting: 0 },
  ...{ status: 'confirmed', flags: [], done: [], refunds: [], acceptedAt: null },
  ...{ confirmedAt: Date.UTC(2026, 9, day, 9), price: null, rate: null },
});

for (const [room, fill] of Object.entries(ROOMS)) {
  test(`on ${room}, Back returns to the row that was opened last`, async ({
    page,
    merchant,
    signIn,
  }) => {
    await fill(merchant);
    await signIn('owner');
    await page.setViewportSize({ width: 1280, height: 400 });
    await page.goto(room);
    const rows = page.locator('main [data-row-link]');
    await expect(rows.nth(1)).toBeVisible();
    // The first page load stores the browser's time zone, in which the days of a report can differ.
    await page.reload();
    await whenHydrated(page);
    const last = (await rows.count()) - 1;
    const row = page.locator(
      `[data-row-link][href="${await rows.nth(last).getAttribute('href')}"]`,
    );
    await row.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => window.scrollY);
    expect(scrolled).toBeGreaterThan(100);
    await row.click();
    await expect(page).not.toHaveURL((url) => `${url.pathname}${url.search}` === room);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.goBack();
    await expect(row).toBeFocused();
    await expect(row).toBeInViewport();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
  });
}

for (const width of [1280, 390]) {
  test(`at ${width} px, Back closes a delivery and returns the focus to its row`, async ({
    page,
    merchant,
    signIn,
  }) => {
    const receiver = await startReceiver();
    await payWithWebhook(merchant, receiver, 'Place 1');
    await receiver.close();
    await signIn('member');
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/dashboard/webhooks?status=delivered');
    const deliveries = page.getByRole('table', { name: 'Webhook deliveries' });
    const row = deliveries.getByRole('link').first();
    await row.click();
    await expect(page.getByText('Attempt 1')).toBeVisible();
    const close = page.getByRole('button', { name: 'Close' });
    await close.focus();
    await page.goBack();
    await expect(close).toHaveCount(0);
    await expect(row).toBeFocused();
  });
}
