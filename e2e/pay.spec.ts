import { expect, paymentPageUrl, test } from './support/pay-test';
import { parsePaymentUri, readQr } from './support/read-qr';

const tally = (count: number, required: number) => ({
  name: `${count} of ${required} confirmations`,
});

test('a customer scans the QR code, pays, and sees each confirmation until the payment is confirmed', async ({
  page,
  merchant,
}) => {
  const created = await merchant.create();
  await page.goto(paymentPageUrl(merchant, created));
  await expect(page).toHaveTitle('Waiting for payment: Test shop');
  const scanned = parsePaymentUri(await readQr(page.locator('.slip-qr')));
  expect(scanned).toEqual({ address: created.address, sats: 125_000 });

  await merchant.pay(scanned.address, scanned.sats);
  await expect(page.getByRole('img', tally(0, 3))).toBeVisible();
  await expect(page.locator('.slip-qr')).toHaveCount(0);
  await expect(page).toHaveTitle('Seen, 0 of 3: Test shop');
  const number = page.locator('.blocks-numbers');
  const tip = Number(await number.textContent());
  await merchant.mine(1);
  await expect(page.getByRole('img', tally(1, 3))).toBeVisible();
  await expect(number).toHaveText(`${tip + 1}`);
  await merchant.mine(2);
  await expect(page.getByRole('heading', { name: 'Paid and confirmed.' })).toBeVisible();
  await expect(page).toHaveTitle('Paid: Test shop');
  await expect(page.locator('.tally .is-filled')).toHaveCount(3);
  await expect(number).toHaveText(`${tip + 3}`);
  await expect(page.locator('#say')).toHaveText('Paid and confirmed.');
});

test('a customer sees the price in their own language, and the amount in bitcoin', async ({
  browser,
  inState,
}) => {
  const context = await browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  await page.goto(inState.priced);
  await expect(page.locator('.due-price')).toHaveText('62,50 €');
  await expect(page.locator('.due-amount')).toHaveText('125000 sat');
  await expect(page.locator('.due-rate')).toContainText('1 BTC = 50.000,00 €');
  expect(parsePaymentUri(await readQr(page.locator('.slip-qr'))).sats).toBe(125_000);
  await context.close();
});

test('the payment page shows a change of the payment within a second', async ({
  page,
  merchant,
}) => {
  await page.route(/\/slip$/, (route) => route.abort());
  // Retries, because a busy machine can be slow once. Without pushed events, the page would be slow
  // every time.
  await expect(async () => {
    const created = await merchant.create();
    const events = page.waitForResponse(/\/events$/);
    await page.goto(paymentPageUrl(merchant, created));
    await events;
    await merchant.pay(created.address, 125_000);
    await merchant.reaches(created.id, ({ status }) => status === 'detected');
    await expect(page.getByRole('heading', { name: /^Payment seen/ })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
});

test('after a partial payment, the payment page requests the missing amount with a new QR code', async ({
  page,
  merchant,
}) => {
  const created = await merchant.create();
  await page.goto(paymentPageUrl(merchant, created));
  await merchant.pay(created.address, 90_000);
  await expect(page.getByRole('heading', { name: 'Still missing' })).toBeVisible();
  await expect(page).toHaveTitle('Not paid in full: Test shop');
  const rest = parsePaymentUri(await readQr(page.locator('.slip-qr')));
  expect(rest).toEqual({ address: created.address, sats: 35_000 });
  await merchant.pay(rest.address, rest.sats);
  await expect(page.getByRole('heading', { name: /^Payment seen/ })).toBeVisible();
});

test('the payment page of an overpaid payment offers the merchant’s contact for a refund', async ({
  page,
  inState,
}) => {
  await page.goto(inState.overpaid);
  await expect(page.getByText('more than requested')).toContainText('25000 sat');
});

test('the page of an expired payment warns against paying, and still shows late money', async ({
  page,
  merchant,
}) => {
  const created = await merchant.create();
  await page.goto(paymentPageUrl(merchant, created));
  await expect(page.locator('.time-left')).toHaveText('59 min left');
  await merchant.expire(created.id);
  await expect(page.getByRole('heading', { name: 'This request has expired.' })).toBeVisible();
  await expect(page.getByText('Do not pay to this address.')).toBeVisible();
  await expect(page.locator('.slip-qr')).toHaveCount(0);
  // The page uses its own clock, so the server may expire the payment a little later.
  await merchant.reaches(created.id, ({ status }) => status === 'expired');
  await merchant.pay(created.address, 125_000);
  await expect(page.getByRole('heading', { name: /^Received late/ })).toBeVisible();
  await expect(page.getByText('arrived after the request had expired')).toBeVisible();
});

test('an open payment page shows that its payment was canceled', async ({ page, merchant }) => {
  const created = await merchant.create();
  await page.goto(paymentPageUrl(merchant, created));
  await merchant.cancel(created.id);
  await expect(page.getByRole('heading', { name: 'This order was canceled.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open in wallet' })).toHaveCount(0);
});

test('the countdown on the payment page follows the server’s clock, not the customer’s', async ({
  page,
  merchant,
}) => {
  const created = await merchant.create({ expires_in: 300 });
  await page.clock.setSystemTime(new Date('2031-01-01T00:00:00Z'));
  await page.goto(paymentPageUrl(merchant, created));
  await expect(page.locator('.time-left')).toHaveText(/^04:\d\d left$/);
});

test('payment page URLs with an unknown id or an API payment id return 404 without the merchant’s name', async ({
  page,
  merchant,
}) => {
  const { id } = await merchant.create();
  for (const unknown of [id, 'co_0000000000000000000000', 'co_x', '%00']) {
    const answer = await page.goto(`${merchant.app.url}/pay/${unknown}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Payment not found.' })).toBeVisible();
    expect(await page.content()).not.toContain('Test shop');
  }
});
