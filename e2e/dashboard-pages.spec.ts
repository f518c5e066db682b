import { NAV_GROUPS } from '@/app/dashboard/_frame/nav-items';
import { PAGES_OUTSIDE_NAVIGATION } from '@/app/dashboard/_palette/commands';
import { createMerchant } from '@/lib/accounts/create-merchant';
import { createTestKey } from '@/test/support/factories';
import { startReceiver } from '@/test/support/receiver';
import { expectNoAxeViolations, openLoaded } from './support/axe';
import { brokenSentences } from './support/broken-sentences';
import type { BrowserMerchant } from './support/browser-merchant';
import { clippedControls } from './support/clipped';
import { expect, test } from './support/dashboard-test';
import { CHALLENGE_RESPONSE, payWithWebhook } from './support/deliveries';
import { findOverflowingElements } from './support/find-overflowing-elements';

const PATHS = [
  ...[...NAV_GROUPS.flatMap(({ items }) => items), ...PAGES_OUTSIDE_NAVIGATION]
    .map(({ href }) => href as string)
    .filter((href) => href.startsWith('/dashboard')),
  '/dashboard?range=7d',
  '/dashboard/webhooks?status=failed&q=nothing-like-it',
  '/dashboard/keys/new',
  '/dashboard/keys/key_unknown',
  '/dashboard/wallets/new',
  '/dashboard/wallets/scan',
  '/dashboard/requests?request=req_unknown',
];

/** Creates data of every kind. Returns the paths of its pages. */
async function furnish(merchant: BrowserMerchant): Promise<string[]> {
  const receiver = await startReceiver();
  receiver.respond(CHALLENGE_RESPONSE);
  await payWithWebhook(
    merchant,
    receiver,
    'A reference as long as a sentence, 0123456789'.repeat(2),
  );
  const { address, id } = await merchant.create({ required_confirmations: 1 });
  await merchant.pay(address, 125_000);
  await merchant.mine(1);
  await merchant.reaches(id, ({ status }) => status === 'confirmed');
  await receiver.close();
  const newest = async (table: string) => {
    const [row] = await merchant.base.db.execute<{ id: string }>(
      `select id from ${table} order by created_at desc limit 1`,
    );
    return row?.id;
  };
  const key = `/dashboard/keys/${merchant.key.id}`;
  return [
    ...PATHS,
    `/dashboard/payments/${id}/address`,
    `/dashboard/wallets/${merchant.key.actor.walletId}/address`,
    key,
    `/dashboard/webhooks?open=${await newest('delivery')}`,
    `/dashboard/webhooks/${await newest('webhook_endpoint')}`,
  ];
}

test('every dashboard page with data fits the screen, lays out each sentence as a whole, and has no axe violations', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn();
  for (const path of await furnish(merchant)) {
    await openLoaded(page, path);
    await expectNoAxeViolations(page, path);
    expect.soft(await brokenSentences(page), path).toEqual([]);
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await findOverflowingElements(page), `${path} at ${width} px`).toEqual([]);
      expect.soft(await clippedControls(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});

test('every dashboard page of a new merchant lays out each sentence as a whole and has no axe violations', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { id } = await createMerchant(merchant.base.db, 'Empty', new Date());
  await signIn('owner', id);
  for (const path of PATHS) {
    await openLoaded(page, path);
    await expectNoAxeViolations(page, `empty ${path}`);
    expect.soft(await brokenSentences(page), `empty ${path}`).toEqual([]);
  }
});

test('dashboard pages with an error or in another special state have no axe violations', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Without a payment, Home would also show the setup checklist.
  await merchant.create();
  await signIn();
  await page.route('**/api/dashboard/deliveries?*', (route) => route.abort());
  await page.goto('/dashboard/webhooks?q=none');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectNoAxeViolations(page, 'failed');
  await openLoaded(page, '/dashboard');
  await expectNoAxeViolations(page, 'home');
  await openLoaded(page, '/dashboard/team');
  await page.getByRole('button', { name: 'Invite member' }).click();
  await expectNoAxeViolations(page, 'invite');
  await page.keyboard.press('Escape');
  await openLoaded(page, `/dashboard/keys/${merchant.key.id}`);
  await page.getByRole('button', { name: 'Rotate the API key' }).click();
  await expectNoAxeViolations(page, 'rotate');
  await page.keyboard.press('Escape');
  await openLoaded(page, '/dashboard/keys/new');
  await page.getByText('Webhooks, mails and restrictions').click();
  await page.getByRole('button', { name: 'Create API key' }).click();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await expectNoAxeViolations(page, 'new key with faults');
});

test('dashboard lists fit the screen at every width while they load', async ({ page, signIn }) => {
  await signIn();
  // The browser requests the search results, and gets no response.
  await page.route('**/api/dashboard/deliveries?*', () => {});
  await page.goto('/dashboard/deliveries?q=none');
  await expect(page.locator('.ledger-table', { hasText: /^Loading / })).toBeVisible();
  for (const width of [1_280, 1_024, 900, 768, 640, 639, 360, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await findOverflowingElements(page), `at ${width} px`).toEqual([]);
  }
});

test('the setup checklist marks each step as done, from the first wallet to going live, and then disappears', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await createMerchant(merchant.base.db, 'Beginner', new Date());
  await signIn('owner', id);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up Beginner');
  const done = page.getByRole('region', { name: 'Setup' }).getByText('Done', { exact: true });
  await expect(done).toHaveCount(0);
  await page.getByRole('link', { name: 'Connect wallet' }).click();
  await expect(page.getByRole('heading', { name: 'Add wallet' })).toBeVisible();

  const { db } = merchant.base;
  const key = await createTestKey(db, { merchantId: id });
  const compare = async () => {
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Compare address' }).click();
    await page.getByRole('button', { name: 'The device shows the same address' }).click();
    await expect(
      page.getByText(/confirmed that the device shows the address of index 0/),
    ).toBeVisible();
    await page.goto('/dashboard');
  };
  await page.goto('/dashboard');
  await expect(done).toHaveCount(1);
  await compare();
  await expect(done).toHaveCount(2);
  await page.getByRole('link', { name: 'Choose currency' }).click();
  await page.getByLabel('Display currency').selectOption('EUR');
  await page.getByRole('button', { name: 'Save the display currency' }).click();
  await expect(page.getByText('Display currency changed.')).toBeVisible();

  await page.goto('/dashboard');
  await expect(done).toHaveCount(3);
  const receiver = await startReceiver();
  const response = await fetch(`${merchant.app.url}/v1/btc/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ amount_sats: 77_000, required_confirmations: 1 },
      webhook_url: receiver.url(),
    }),
  });
  const { address } = await response.json();
  await merchant.pay(address, 77_000);
  await merchant.mine(1);
  await expect(done).toHaveCount(5);
  await receiver.close();
  await createTestKey(db, { merchantId: id, network: 'mainnet' });
  await compare();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\w+ \d{4}$/);
  await expect(page.getByRole('region', { name: 'Setup' })).toHaveCount(0);
});

test('an unknown dashboard path shows a 404 page inside the dashboard’s layout', async ({
  page,
  signIn,
}) => {
  await signIn();
  for (const path of ['/dashboard/nowhere', '/dashboard/payments/pay_x/nowhere']) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();
    await expect(page.getByText('Payments you have made')).toHaveCount(0);
  }
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('figure')).toBeVisible();
});
