import type { Page } from '@playwright/test';
import { createTestKey } from '@/test/support/factories';
import { expect, test } from './support/dashboard-test';
import { makeLink } from './support/payment-link';
import { whenHydrated } from './support/when-hydrated';

async function expectWithoutScript(
  page: Page,
  shown: readonly (readonly [path: string, text: string])[],
) {
  const browser = page.context().browser();
  if (!browser) throw new Error('a page of no browser');
  const context = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  for (const [path, text] of shown) {
    await plain.goto(path);
    const found = plain.getByRole('main').getByText(text).filter({ visible: true });
    await expect(found.first(), path).toBeVisible();
  }
  await context.close();
}

test('dashboard pages show their data without JavaScript', async ({ merchant, page, signIn }) => {
  const { id, address } = await merchant.create({ reference: 'Comes along' });
  await makeLink(merchant, { title: 'A link that comes along', amount_sats: 30_000 });
  await signIn('viewer');
  await page.goto('/dashboard/team');
  await expectWithoutScript(page, [
    ['/dashboard', 'Nothing has been sent to'],
    ['/dashboard/payments', 'Comes along'],
    [`/dashboard/payments/${id}`, address],
    [`/dashboard/payments/${id}/address`, address],
    ['/dashboard/keys', merchant.key.name],
    ['/dashboard/wallets', merchant.key.name],
    [`/dashboard/wallets/${merchant.key.walletId}/address?index=2`, '/0/2'],
    ['/dashboard/links', 'A link that comes along'],
    ['/dashboard/settings', 'Current'],
    ['/dashboard/health', 'source: sandbox'],
    ['/dashboard/team', 'viewer'],
  ]);
  const empty = await createTestKey(merchant.base.db);
  await signIn('owner', empty.merchantId);
  await expectWithoutScript(page, [
    ['/dashboard/webhooks', 'No deliveries yet.'],
    ['/dashboard/webhooks', 'No endpoints yet.'],
    ['/dashboard/team/audit', 'No entries yet.'],
  ]);
});

test('a page shows a change that happened between the server’s read and the page’s hydration', async ({
  page,
  merchant,
  signIn,
}) => {
  const made = await merchant.create({
    reference: 'On the way',
    required_confirmations: 1,
  });
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  // Once the event stream is open, the page refetches its data. No other requests follow.
  await page.waitForResponse('**/api/dashboard/frame');
  await whenHydrated(page);
  // The server reads the data of Home before the customer pays. The browser gets this data only
  // after the event about the payment.
  await page.route(
    (url) => url.pathname === '/dashboard' && url.searchParams.has('_rsc'),
    async (route) => {
      if (route.request().headers()['next-router-prefetch']) return route.continue();
      const answer = await route.fetch();
      await merchant.pay(made.address, 125_000);
      const row = page.getByRole('row').filter({ hasText: 'On the way' });
      await expect(row).toContainText('Detected');
      await route.fulfill({ response: answer });
    },
  );
  await page.getByRole('link', { name: 'Home' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'On the way' });
  await expect(row).toContainText('in 1 block');
  await merchant.mine(1);
});

test('a clicked link indicates that its page is loading', async ({ page, signIn }) => {
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  await whenHydrated(page);
  let go = () => {};
  const seen = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(
    (url) => url.pathname === '/dashboard/keys' && url.searchParams.has('_rsc'),
    async (route) => {
      await seen;
      await route.continue();
    },
  );
  const link = page.getByRole('link', { name: 'API keys' });
  await link.click();
  await expect(link.locator('span')).toHaveCSS('opacity', '1');
  go();
  await expect(page.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible();
  await expect(link.locator('span')).toHaveCSS('opacity', '0');
});
