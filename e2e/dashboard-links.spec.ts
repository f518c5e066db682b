import { createTestKey } from '@/test/support/factories';
import { findAxeViolations, openLoaded } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { delayResponses } from './support/delay-responses';
import { findOverflowingElements } from './support/find-overflowing-elements';
import { makeLink } from './support/payment-link';
import { readQr } from './support/read-qr';

test('a member creates a payment link, prints its QR code, and deactivates the link', async ({
  page,
  merchant,
  signIn,
}) => {
  const { merchantId } = await createTestKey(merchant.base.db, { name: 'Till' });
  await signIn('member', merchantId);
  await page.goto('/dashboard/links');
  await expect(page.getByText('No payment links yet.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Create payment link' }).click();
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Create payment link' }).click();
  await expect(page.getByText('Enter what your customer pays for.')).toBeVisible();
  await expect(page.getByLabel('API key').getByRole('option')).toHaveText(['Till (regtest)']);
  await page.getByLabel('Title').fill('Invoice 17');
  await page.getByLabel('Amount', { exact: true }).fill('490,00');
  await page.getByLabel('Currency').selectOption('EUR');
  await page.getByLabel('Number of payments').fill('1');
  await page.getByLabel('Customer’s note').selectOption('required');
  await page.getByLabel('Label of the note').fill('Customer number');
  await page.getByRole('button', { name: 'Create payment link' }).click();

  await expect(page.getByRole('heading', { name: 'Invoice 17' })).toBeVisible();
  await expect(page.getByText('€490.00').first()).toBeVisible();
  const shown = await page.locator('.qr-tile').getByRole('img').getAttribute('aria-label');
  expect(shown).toContain(await readQr(page.locator('.qr-tile')));
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.print-sheet')).toContainText('Invoice 17');
  await expect(page.locator('.print-sheet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Invoice 17' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(page.locator('.print-sheet')).toBeHidden();

  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.locator('[aria-live="polite"]').first()).toHaveText('Inactive');
  await page.getByRole('link', { name: 'Payment links', exact: true }).click();
  await expect(page.getByRole('row', { name: /Invoice 17 Inactive/ })).toBeVisible();
});

test('repeated clicks on the create button create one payment link', async ({ page, signIn }) => {
  await signIn('member');
  await page.goto('/dashboard/links/new');
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/payment-links')) asked += 1;
  });
  const held = await delayResponses(page, /\/dashboard\/links\/lnk_/, 'GET');
  await page.getByLabel('Title').fill('Pressed twice');
  await page.getByLabel('Amount', { exact: true }).fill('30000');
  const button = page.getByRole('button', { name: 'Create payment link' });
  await button.click();
  await expect(page.getByText('Payment link created.')).toBeVisible();
  await held.answered;
  await button.click({ force: true });
  held.release();
  await page.waitForURL(/\/links\/lnk_/);
  expect(asked).toBe(1);
});

test('the dashboard page of a payment link updates live, and lists its payments with the customers’ notes', async ({
  page,
  merchant,
  signIn,
  browser,
}) => {
  const terms = { amount_sats: 30_000, payer_note: {}, underpayment_tolerance_ppm: 2_500 };
  const link = await makeLink(merchant, terms);
  await signIn('viewer');
  await page.goto(`/dashboard/links/${link.id}`);
  await expect(page.getByRole('button', { name: 'Deactivate' })).toHaveCount(0);
  await expect(page.getByText('0.25 % underpayment accepted')).toBeVisible();
  const payer = await browser.newPage();
  await payer.goto(link.page);
  await payer.getByLabel('Note to Test shop').fill('Table 7');
  await payer.getByRole('button', { name: 'Continue to payment' }).click();
  await payer.waitForURL(/\/pay\//);
  const address = (await payer.locator('.slip-address').innerText()).replace(/\s/g, '');
  await payer.close();
  await merchant.pay(address, 30_000);
  await expect(page.locator('dl', { hasText: 'Received' })).toContainText('30000');
  await page.getByRole('link', { name: 'View payments' }).click();
  await expect(page.getByText('1 to 1 of 1')).toBeVisible();
  await expect(page.getByText('Payment link: A cup of tea')).toBeVisible();
  await page.getByRole('main').locator('[data-row-link]').first().click();
  await expect(page.getByText('Table 7', { exact: true })).toBeVisible();
});

test('the dashboard pages of payment links fit a phone and have no axe violations', async ({
  page,
  merchant,
  signIn,
}) => {
  const link = await makeLink(merchant, {
    title:
      'A title that is as long as it can be and has to be broken into several lines on a phone',
    free_amount: { currency: 'EUR', minimum: '1.00' },
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn('owner');
  for (const path of ['', '/new', `/${link.id}`]) {
    await openLoaded(page, `/dashboard/links${path}`);
    for (const width of [1_280, 768, 640, 360]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await findOverflowingElements(page), `${path} ${width}`).toEqual([]);
      expect.soft(await findAxeViolations(page), `${path} ${width}`).toEqual([]);
    }
  }
});
