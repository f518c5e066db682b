import { createMerchant } from '@/lib/accounts/create-merchant';
import { createTestKey } from '@/test/support/factories';
import { expectNoAxeViolations, findAxeViolations, openLoaded } from './support/axe';
import type { BrowserMerchant } from './support/browser-merchant';
import { expect, test } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';

async function payments(merchant: BrowserMerchant): Promise<Record<string, string>> {
  const long = 'A reference that is as long as a whole sentence, and then some: 0123456789'.repeat(
    2,
  );
  const pending = await merchant.create({ reference: long });
  const underpaid = await merchant.create({ reference: 'Underpaid' });
  const detected = await merchant.create({
    reference: 'Detected',
    webhook_url: 'http://127.0.0.1:9/h',
  });
  const confirmed = await merchant.create({ reference: 'Confirmed', required_confirmations: 1 });
  const canceled = await merchant.create({ reference: 'Canceled' });
  await merchant.pay(confirmed.address, 200_000);
  await merchant.mine(1);
  await merchant.reaches(confirmed.id, ({ status }) => status === 'confirmed');
  await merchant.pay(underpaid.address, 1_000);
  await merchant.pay(detected.address, 125_000);
  await merchant.reaches(detected.id, ({ status }) => status === 'detected');
  await merchant.cancel(canceled.id);
  const all = { pending, underpaid, detected, confirmed, canceled };
  return Object.fromEntries(
    Object.entries(all).map(([state, { id }]) => [state, `/dashboard/payments/${id}`]),
  );
}

test('the page of a payment has no axe violations in any state of the payment', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn();
  for (const [state, path] of Object.entries(await payments(merchant))) {
    await openLoaded(page, path);
    await expectNoAxeViolations(page, state);
  }
  await openLoaded(page, '/dashboard/payments/pay_unknown');
  await expectNoAxeViolations(page, 'unknown payment');
  for (const search of ['', '?status=pending,detected&flags=late&min=5', '?q=nothing-like-it']) {
    await openLoaded(page, `/dashboard/payments${search}`);
    await expectNoAxeViolations(page, `list ${search}`);
  }
  await openLoaded(page, '/dashboard/payments');
  await page.getByRole('button', { name: 'Filters' }).click();
  await expectNoAxeViolations(page, 'filters');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export' }).click();
  await expectNoAxeViolations(page, 'export');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expectNoAxeViolations(page, 'keys');
  await page.keyboard.press('Escape');
  await openLoaded(page, '/dashboard/payments/new');
  await expectNoAxeViolations(page, 'new');
  await page.getByRole('button', { name: 'Create payment' }).click();
  await expect(page.getByText('Enter a whole number of satoshis')).toBeVisible();
  await expectNoAxeViolations(page, 'new, with a fault');
});

test('the list of payments has no axe violations when it is empty, loading or failed', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const empty = await createTestKey(merchant.base.db);
  await signIn('owner', empty.merchantId);
  await openLoaded(page, '/dashboard/payments');
  await expect(page.getByText('No payments yet.')).toBeVisible();
  expect.soft(await findAxeViolations(page), 'empty').toEqual([]);
  const none = await createMerchant(merchant.base.db, 'No key', new Date());
  await signIn('owner', none.id);
  await openLoaded(page, '/dashboard/payments');
  await expect(page.getByRole('link', { name: 'Create API key' })).toBeVisible();
  expect.soft(await findAxeViolations(page), 'no key').toEqual([]);
  await page.route('**/api/dashboard/payments?*', () => {});
  await page.goto('/dashboard/payments?q=x');
  await expect(page.locator('[aria-busy="true"] table')).toBeVisible();
  expect.soft(await findAxeViolations(page), 'slow').toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/api/dashboard/payments?*', (route) => route.abort());
  await page.goto('/dashboard/payments?q=x');
  await expect(page.getByRole('alert').getByText('could not be loaded')).toBeVisible();
  expect.soft(await findAxeViolations(page), 'failed').toEqual([]);
});

test('no dashboard page about payments scrolls sideways on a phone or a desktop', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn();
  const pages = [
    '/dashboard/payments',
    '/dashboard/payments?status=pending,detected,expired&min=5&max=500000&range=7d',
    '/dashboard/payments/new',
    ...Object.values(await payments(merchant)),
  ];
  for (const path of pages) {
    await openLoaded(page, path);
    for (const width of [320, 390, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await findOverflowingElements(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});
