import { eq } from 'drizzle-orm';
import { apiKey } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { expirePayments } from '@/lib/payments/expire-payments';
import { until } from '@/test/support/wait';
import { expectNoAxeViolations, findAxeViolations } from './support/axe';
import { addBranding, LOGO_HASH } from './support/face';
import { findOverflowingElements } from './support/find-overflowing-elements';
import { PAY_STATES } from './support/pay-states';
import { expect, paymentPageUrl, test } from './support/pay-test';
import { makeLink } from './support/payment-link';

let takeOff: () => Promise<unknown>;

test.beforeEach(async ({ merchant }) => {
  takeOff = await addBranding(merchant);
});
test.afterEach(() => takeOff());

const PRICE = { price: { amount: '62.50', currency: 'EUR' }, amount_sats: undefined };

test('browsers may cache the logo permanently, and can use it only as an image', async ({
  request,
  merchant,
}) => {
  const logo = await request.get(`${merchant.app.url}/pay/logos/${LOGO_HASH}.png`);
  expect(logo.status()).toBe(200);
  expect(logo.headers()).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'; sandbox"),
  });
  for (const name of ['unknown.png', `${LOGO_HASH}.svg`, `${'f'.repeat(32)}.png`]) {
    expect((await request.get(`${merchant.app.url}/pay/logos/${name}`)).status()).toBe(404);
  }
});

test('a payment page with a logo and colors is small, does not shift, and loads nothing else', async ({
  page,
  inState,
}) => {
  let total = 0;
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    total += encodedDataLength;
  });
  await page.goto(inState.waiting, { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready);
  const logo = page.locator('.slip-merchant img');
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const { width, height } = (await logo.boundingBox()) ?? {};
  expect(width).toBeLessThanOrEqual(160);
  expect(height).toBeLessThanOrEqual(40);
  await expect.poll(() => total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(86_000);
  await expect(page.getByRole('link', { name: 'Imprint' })).toHaveAttribute(
    'href',
    'https://acme.example/imprint',
  );
  const wallet = page.getByRole('link', { name: 'Open in wallet' });
  await expect(wallet).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 } });

    test('a page with a logo and colors has no axe violations in any state and fits a phone', async ({
      page,
      inState,
      merchant,
    }) => {
      test.slow();
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
      const link = await makeLink(merchant, { amount_sats: 1_000 });
      for (const [name, url] of [
        ...PAY_STATES.map((state) => [state, inState[state]] as const),
        ['link', link.page] as const,
      ]) {
        await page.goto(url);
        await expect(page.locator('.slip-merchant img')).toBeVisible();
        expect.soft(await findAxeViolations(page), name).toEqual([]);
        expect.soft(await findOverflowingElements(page), name).toEqual([]);
      }
    });
  });
}

test('the accent color of the payment page is the merchant’s color, adjusted to the theme', async ({
  page,
  merchant,
}) => {
  const link = await makeLink(merchant, { amount_sats: 1_000 });
  await page.goto(link.page);
  const button = page.getByRole('button', { name: 'Continue to payment' });
  await expect(button).toHaveCSS('background-color', 'rgb(194, 24, 91)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(button).not.toHaveCSS('background-color', 'rgb(194, 24, 91)');
});

test('until the merchant accepts late money, the payment page is not green and shows the merchant’s contact', async ({
  page,
  merchant,
}) => {
  const created = await merchant.create({ required_confirmations: 1, reference: 'Order 4736' });
  await merchant.cancel(created.id);
  await merchant.pay(created.address, 125_000);
  await merchant.mine(1);
  await merchant.reaches(created.id, ({ status }) => status === 'confirmed');
  await page.goto(paymentPageUrl(merchant, created));
  await expect(page).toHaveTitle('Received late: Test shop');
  await expect(page.getByRole('heading', { name: 'Received late.' })).toBeVisible();
  await expect(page.locator('.tally')).toHaveClass(/tone-pending/);
  await expect(page.getByText('Paid and confirmed')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Contact Test shop' })).toHaveAttribute(
    'href',
    'mailto:orders@acme.example?subject=Order%204736',
  );
  await merchant.base.db
    .update(payment)
    .set({ acceptedAt: new Date() })
    .where(eq(payment.id, created.id));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Paid and confirmed.' })).toBeVisible();
  await expect(page.locator('.tally')).toHaveClass(/tone-confirmed/);
});

test('the page of an underpaid payment shows the missing amount in the shop’s currency first', async ({
  page,
  merchant,
}) => {
  const created = await merchant.create(PRICE);
  await merchant.pay(created.address, 90_000);
  await merchant.reaches(created.id, ({ flags }) => flags.includes('underpaid'));
  await page.goto(paymentPageUrl(merchant, created));
  await expect(page.locator('.due')).toContainText(/^Still missing€17\.50/);
  await expect(page.locator('.due-part')).toContainText('€45.00 of €62.50 has arrived');
  await expect(page.getByText('Paid from an exchange?')).toBeVisible();
  await expect(page.locator('.meter rect')).toHaveAttribute('width', '72.0');
  await expect(page.getByRole('link', { name: 'Contact Test shop' })).toBeVisible();
});

test('the page of an expired payment offers one new payment if the key allows it, else the merchant’s contact', async ({
  page,
  merchant,
}) => {
  test.slow();
  const { db } = merchant.base;
  const allow = (allowFollowUps: boolean) =>
    db.update(apiKey).set({ allowFollowUps }).where(eq(apiKey.id, merchant.key.id));
  const created = await merchant.create(PRICE);
  // Sets the lifetime to an hour, because the new payment gets the same lifetime.
  const createdAt = new Date(Date.now() - 3_600_000);
  await db.update(payment).set({ createdAt }).where(eq(payment.id, created.id));
  await merchant.expire(created.id);
  await until('the payment has expired', async () => {
    await expirePayments(db, new Date());
    const [row] = await db.select().from(payment).where(eq(payment.id, created.id));
    return row?.status === 'expired';
  });
  await page.goto(paymentPageUrl(merchant, created));
  await expect(page.getByText('Ask Test shop for a new payment.')).toBeVisible();
  const button = page.getByRole('button', { name: 'Ask for a new payment' });
  await expect(button).toHaveCount(0);
  await allow(true);
  try {
    await page.reload();
    await expect(page.locator('.slip-qr')).toHaveCount(0);
    await expectNoAxeViolations(page, 'expired with a button');
    await button.click();
    await expect(page.locator('.slip-qr')).toBeVisible();
    await expect(page.locator('.due-price')).toHaveText('€62.50');
    const first = page.url();
    expect(first).not.toContain(new URL(created.checkout_url).pathname);
    await page.goto(paymentPageUrl(merchant, created));
    await button.click();
    await expect(page.locator('.slip-qr')).toBeVisible();
    expect(page.url()).toBe(first);
  } finally {
    await allow(false);
  }
});

test('the page of an expired payment from a payment link leads back to the payment link', async ({
  page,
  merchant,
}) => {
  test.slow();
  const { db } = merchant.base;
  const link = await makeLink(merchant, { amount_sats: 10_000 });
  await page.goto(link.page);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.locator('.slip-qr')).toBeVisible();
  const checkoutId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const [row] = await db.select().from(payment).where(eq(payment.checkoutId, checkoutId));
  await merchant.expire(row?.id ?? '');
  await until('the payment has expired', async () => {
    await expirePayments(db, new Date());
    const [now] = await db.select().from(payment).where(eq(payment.checkoutId, checkoutId));
    return now?.status === 'expired';
  });
  await page.reload();
  await page.getByRole('link', { name: 'Ask for a new payment' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.locator('.slip-qr')).toBeVisible();
  expect(page.url()).not.toContain(checkoutId);
});

test('the printed receipt has the logo and the merchant’s contact, and no buttons', async ({
  page,
  inState,
}) => {
  await page.goto(inState.confirmed);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.slip-merchant img')).toBeVisible();
  await expect(page.getByText('orders@acme.example')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Imprint' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print receipt' })).toBeHidden();
});

test('a payment page has no contact button if the merchant has set no contact', async ({
  page,
  inState,
}) => {
  await takeOff();
  await page.goto(inState.late);
  await expect(page.getByRole('heading', { name: /^Received late/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Contact/ })).toHaveCount(0);
  await expect(page.locator('.face-links')).toHaveCount(0);
});
