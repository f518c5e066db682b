import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { apiKey } from '@/db/schema/accounts';
import { expect, test } from './support/dashboard-test';
import { createConfirmedLate } from './support/decisions';
import { newRefundAddress } from './support/refunds';

/** Counts a page's requests to our server, and the compressed bytes of its scripts. */
async function weigh(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Set<string>();
  const seen = { requests: 0, scriptBytes: 0 };
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('http')) return;
    seen.requests += 1;
    if (/\.js(?:$|\?)/.test(request.url)) scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) seen.scriptBytes += encodedDataLength;
  });
  return seen;
}

test('the payments list loads with at most 26 requests and 180 kB of script, without a cache', async ({
  page,
  merchant,
  signIn,
}) => {
  await merchant.create({ reference: 'Weighed' });
  await signIn();
  const seen = await weigh(page);
  // Once the event stream is open, the page refetches all its data.
  const again = ['frame', 'payments?', 'views'].map((path) =>
    page.waitForResponse((response) => response.url().includes(`/api/dashboard/${path}`)),
  );
  await page.goto('/dashboard/payments');
  await expect(page.getByRole('link', { name: 'Weighed' })).toBeVisible();
  for (const response of await Promise.all(again)) expect(response.ok()).toBe(true);
  expect(seen.requests).toBeLessThanOrEqual(26);
  expect(seen.scriptBytes).toBeLessThanOrEqual(180_000);
});

test('Home with every kind of inbox row loads at most 180 kB of script, without a cache', async ({
  page,
  merchant,
  signIn,
}) => {
  const { app, base, key } = merchant;
  const refunded = await createConfirmedLate(merchant);
  const refund = await fetch(`${app.url}/v1/btc/payments/${refunded.id}/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ address: newRefundAddress() }),
  });
  expect(refund.status).toBe(201);
  const late = await createConfirmedLate(merchant);
  const expiresAt = new Date(Date.now() + 86_400_000);
  await base.db.update(apiKey).set({ expiresAt }).where(eq(apiKey.id, key.id));
  await signIn('owner');
  const seen = await weigh(page);
  const again = page.waitForResponse((response) => response.url().includes('/dashboard/home?'));
  await page.goto('/dashboard?network=regtest');
  await again;
  const rows = page.getByRole('list', { name: 'Open decisions' }).getByRole('listitem');
  await expect(rows.filter({ has: page.locator(`a[href$="${late.id}"]`) })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Refund' })).not.toHaveCount(0);
  await expect(rows.filter({ hasText: 'key' })).toHaveCount(1);
  expect(seen.scriptBytes).toBeLessThanOrEqual(180_000);
});

test('large scripts start with the comment that makes Chromium compile them in the background', async ({
  page,
}) => {
  await page.goto('/sign-in');
  const sources = await page
    .locator('script[src]:not([nomodule])')
    .evaluateAll((scripts) => scripts.map((script) => (script as HTMLScriptElement).src));
  const scripts = await Promise.all(
    sources.map(async (src) => (await page.request.get(src)).text()),
  );
  const large = scripts.filter((script) => script.length > 150_000);
  expect(large.length).toBeGreaterThan(0);
  for (const script of large) expect(script).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});
