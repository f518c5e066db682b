import { expect, test } from './support/dashboard-test';
import { whenHydrated } from './support/when-hydrated';

test('pages show their data before any script has run', async ({
  browser,
  merchant,
  page,
  signIn,
}) => {
  const { id, address } = await merchant.create({ reference: 'Comes along' });
  await signIn('viewer');
  const storageState = await page.context().storageState();
  const context = await browser.newContext({
    baseURL: merchant.app.url,
    javaScriptEnabled: false,
    storageState,
  });
  const plain = await context.newPage();
  for (const [path, text] of [
    ['/dashboard', 'Comes along'],
    ['/dashboard/payments', 'Comes along'],
    [`/dashboard/payments/${id}`, address],
    [`/dashboard/payments/${id}/address`, address],
    ['/dashboard/deliveries', 'No deliveries yet.'],
    ['/dashboard/webhooks', 'No endpoints yet.'],
    ['/dashboard/keys', merchant.key.name],
    ['/dashboard/wallets', merchant.key.name],
    ['/dashboard/chain', 'Sandbox'],
    ['/dashboard/team', 'viewer'],
  ] as const) {
    await plain.goto(path);
    const shown = plain.getByRole('main').getByText(text).filter({ visible: true });
    await expect(shown.first(), path).toBeVisible();
  }
  await context.close();
});

test('what changes between the server’s read of a page and its arrival is shown', async ({
  page,
  merchant,
  signIn,
}) => {
  const made = await merchant.create({ reference: 'On the way' });
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  // What is asked once the page is told of changes, and nothing after.
  await page.waitForResponse('**/api/dashboard/frame');
  await whenHydrated(page);
  // The overview is read while nobody has paid, and arrives when the change has been told.
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
  await page.getByRole('link', { name: 'Overview' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'On the way' });
  await expect(row.getByRole('img')).toHaveAccessibleName(/^In the mempool/);
});

test('a link says so while its page is on its way', async ({ page, signIn }) => {
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
