import type { BrowserMerchant } from './support/browser-merchant';
import { expect, paymentPageUrl, test } from './support/pay-test';

/** The tests use a page of the server under test as the shop's page. */
const shopOf = (merchant: BrowserMerchant) => `${merchant.app.url}/robots.txt`;
const back = (merchant: BrowserMerchant) => ({
  return_url: `${shopOf(merchant)}?payment={PAYMENT_ID}`,
});
const automatic = (merchant: BrowserMerchant) => ({
  ...back(merchant),
  return_automatically: true,
});

const PAID = { name: /^Payment seen/ };
const BACK = { name: /^Back to the shop/ };

test('the payment page shows the description as plain text and keeps its line breaks', async ({
  page,
  merchant,
}) => {
  const description = 'Tea, 100 g\n<b>Green</b> & "white" \u202etea';
  await page.goto(paymentPageUrl(merchant, await merchant.create({ description })));
  const shown = page.locator('.slip-description');
  await expect(shown).toHaveText(description, { useInnerText: true });
  expect(await shown.locator('b').count()).toBe(0);
});

test('a payment’s metadata appears neither on the payment page nor in the server’s log', async ({
  page,
  merchant,
}) => {
  const metadata = { order: 'secret-order', 'secret-name': 'x' };
  const created = await merchant.create({ metadata });
  const url = paymentPageUrl(merchant, created);
  await page.goto(url);
  const slip = await page.request.get(`${url}/slip`);
  for (const text of [await page.content(), await slip.text()]) {
    expect(text).not.toContain('secret-');
  }
  expect(merchant.app.output()).not.toContain('secret-');
});

test('the payment page uses the payment’s language unless its URL contains another language', async ({
  page,
  merchant,
}) => {
  const url = paymentPageUrl(merchant, await merchant.create({ locale: 'de-CH' }));
  await page.goto(url);
  await expect(page.getByText('Zahlung erwartet').first()).toBeVisible();
  await page.goto(`${url}?lang=fr`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});

test('a link back to the shop appears once the payment is paid, canceled or expired', async ({
  page,
  merchant,
}) => {
  const created = await merchant.create(back(merchant));
  await page.goto(paymentPageUrl(merchant, created));
  await expect(page.getByText('Waiting for payment').first()).toBeVisible();
  await expect(page.getByRole('link', BACK)).toHaveCount(0);
  await merchant.pay(created.address, 125_000);
  const link = page.getByRole('link', BACK);
  await expect(link).toContainText(new URL(merchant.app.url).host);
  await link.click();
  await page.waitForURL(`${shopOf(merchant)}?payment=${created.id}`);

  const canceled = await merchant.create(back(merchant));
  await merchant.cancel(canceled.id);
  await page.goto(paymentPageUrl(merchant, canceled));
  await expect(page.getByRole('link', BACK)).toBeVisible();
  const expired = await merchant.create(back(merchant));
  await merchant.expire(expired.id);
  await page.goto(paymentPageUrl(merchant, expired));
  await expect(page.getByRole('link', BACK)).toBeVisible();
});

test('the payment page announces once that the payment is paid, and returns to the shop after 3 seconds', async ({
  page,
  merchant,
}) => {
  const created = await merchant.create(automatic(merchant));
  await page.goto(paymentPageUrl(merchant, created));
  const said: string[] = [];
  await page.exposeFunction('noteSaid', (text: string) => said.push(text));
  await page.evaluate(() => {
    const line = document.getElementById('say') as HTMLElement;
    const note = (window as unknown as { noteSaid(text: string): void }).noteSaid;
    new MutationObserver(() => note(line.textContent ?? '')).observe(line, { childList: true });
  });
  await merchant.pay(created.address, 125_000);
  await expect(page.getByRole('button', { name: 'Stay here' })).toBeVisible();
  const began = Date.now();
  await page.waitForURL(`${shopOf(merchant)}?payment=${created.id}`);
  expect(Date.now() - began).toBeGreaterThan(1_500);
  expect(said.filter((text) => text.includes('in 3 seconds'))).toHaveLength(1);

  // After going back, a customer can read the receipt, because the page does not redirect again.
  await page.goBack();
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  await expect(page.locator('#leaving')).toBeHidden();
});

for (const [screen, use] of Object.entries({
  'on a desktop': { viewport: { width: 1280, height: 800 } },
  'on a phone': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
})) {
  test.describe(screen, () => {
    test.use(use);

    test('a customer sees the price in euros, pays, and returns to the shop automatically', async ({
      page,
      merchant,
    }) => {
      const price = { amount: '62.50', currency: 'EUR' };
      const asked = { ...automatic(merchant), price, amount_sats: undefined };
      const created = await merchant.create(asked);
      await page.goto(paymentPageUrl(merchant, created));
      await expect(page.locator('.due-price')).toHaveText('€62.50');
      await expect(page.locator('.due-price')).toBeInViewport();
      await expect(page.locator('.slip-qr')).toBeInViewport();
      await merchant.pay(created.address, created.amount_sats);
      await expect(page.getByRole('button', { name: 'Stay here' })).toBeInViewport();
      await page.waitForURL(`${shopOf(merchant)}?payment=${created.id}`);
    });

    test('a customer who clicked “Stay here” can return with the button', async ({
      page,
      merchant,
    }) => {
      await page.clock.install();
      const created = await merchant.create(automatic(merchant));
      await page.goto(paymentPageUrl(merchant, created));
      await merchant.pay(created.address, 125_000);
      const stay = page.getByRole('button', { name: 'Stay here' });
      await ('hasTouch' in use ? stay.tap() : stay.click());
      await page.clock.runFor(10_000);
      await expect(page.getByRole('heading', PAID)).toBeVisible();
      await page.getByRole('link', BACK).click();
      await page.waitForURL(`${shopOf(merchant)}?payment=${created.id}`);
    });
  });
}

for (const [how, stay] of [
  ['the button', (page) => page.getByRole('button', { name: 'Stay here' }).click()],
  ['any key', (page) => page.keyboard.press('Tab')],
  ['a touch of the page', (page) => page.mouse.click(5, 5)],
] satisfies [string, (page: import('@playwright/test').Page) => Promise<void>][]) {
  test(`on the payment page, ${how} permanently cancels the automatic return`, async ({
    page,
    merchant,
  }) => {
    await page.clock.install();
    const created = await merchant.create(automatic(merchant));
    const url = paymentPageUrl(merchant, created);
    await page.goto(url);
    await merchant.pay(created.address, 125_000);
    await expect(page.locator('#leaving')).toBeVisible();
    await stay(page);
    await expect(page.locator('#leaving')).toBeHidden();
    await merchant.mine(1);
    await page.clock.runFor(10_000);
    await expect(page.getByRole('heading', PAID)).toBeVisible();
    expect(page.url()).toBe(url);
  });
}

test('a payment page opened after the payment was paid does not return to the shop automatically', async ({
  page,
  merchant,
}) => {
  await page.clock.install();
  const created = await merchant.create(automatic(merchant));
  await merchant.pay(created.address, 125_000);
  await merchant.reaches(created.id, ({ status }) => status === 'detected');
  const url = paymentPageUrl(merchant, created);
  await page.goto(url);
  await expect(page.getByRole('link', BACK)).toBeVisible();
  await page.clock.runFor(10_000);
  expect(page.url()).toBe(url);
});

test('the page of an overpaid, expired or canceled payment does not return to the shop automatically', async ({
  page,
  merchant,
}) => {
  await page.clock.install();
  const created = await merchant.create(automatic(merchant));
  const url = paymentPageUrl(merchant, created);
  await page.goto(url);
  await merchant.pay(created.address, 150_000);
  await expect(page.getByText('more than requested')).toBeVisible();
  await page.clock.runFor(10_000);
  expect(page.url()).toBe(url);

  const over = await merchant.create(automatic(merchant));
  await page.goto(paymentPageUrl(merchant, over));
  await merchant.cancel(over.id);
  await expect(page.getByRole('link', BACK)).toBeVisible();
  await page.clock.runFor(10_000);
  expect(page.url()).toBe(paymentPageUrl(merchant, over));
});
