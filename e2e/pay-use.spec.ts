import { eq } from 'drizzle-orm';
import { payment } from '@/db/schema/payments';
import { expectOnFastClock } from './support/expect-on-fast-clock';
import { PAY_STATES } from './support/pay-states';
import { expect, paymentPageUrl, test } from './support/pay-test';
import { parsePaymentUri, readQr } from './support/read-qr';

test('the copy buttons copy the plain address and the plain amount in BTC, and confirm this', async ({
  page,
  context,
  merchant,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const created = await merchant.create();
  await page.goto(paymentPageUrl(merchant, created));
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect(page.locator('#say')).toHaveText('Copied');
  expect(await clipboard()).toBe(created.address);
  await page.getByRole('button', { name: 'Copy amount' }).click();
  await expect.poll(clipboard).toBe('0.00125000');
  await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible();
});

test('a copy button works without the Clipboard API and keeps the focus', async ({
  page,
  merchant,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined }),
  );
  await page.goto(paymentPageUrl(merchant, await merchant.create()));
  await page.getByRole('button', { name: 'Copy address' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Copied' })).toBeFocused();
});

test('if copying fails, the copy button selects the text instead', async ({ page, merchant }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  const created = await merchant.create();
  await page.goto(paymentPageUrl(merchant, created));
  const selected = () => page.evaluate(() => String(getSelection()));
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect.poll(selected).toBe(created.address);
  await page.getByRole('button', { name: 'Copy amount' }).click();
  await expect.poll(selected).toBe('0.00125000 BTC');
  await expect(page.locator('#say')).toHaveText('0.00125000');
});

test('a copy button returns to its original label even after a double click', async ({
  page,
  merchant,
}) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const writeText = () => new Promise((resolve) => addEventListener('allowed', resolve));
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  });
  await page.goto(paymentPageUrl(merchant, await merchant.create()));
  await page.getByRole('button', { name: 'Copy address' }).dblclick();
  await page.evaluate(() => dispatchEvent(new Event('allowed')));
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expectOnFastClock(page, (soon) =>
    expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible(soon),
  );
});

for (const [what, from] of [
  ['a button', '[data-copy]'],
  ['the large QR code', '[data-enlarge]'],
] as const) {
  test(`a partial payment moves the focus from ${what} to the remaining amount`, async ({
    page,
    merchant,
  }) => {
    const created = await merchant.create();
    await page.goto(paymentPageUrl(merchant, created));
    await page.locator(from).first().focus();
    await page.keyboard.press('Enter');
    await merchant.pay(created.address, 90_000);
    await expect(page.getByRole('heading', { name: 'Still missing' })).toBeFocused();
  });
}

test('when an update replaces the focused button, the focus moves to the payment page’s heading', async ({
  page,
  merchant,
}) => {
  const created = await merchant.create();
  await page.goto(paymentPageUrl(merchant, created));
  await page.getByRole('button', { name: 'Copy address' }).focus();
  await merchant.base.db
    .update(payment)
    .set({ reference: 'Order 1043' })
    .where(eq(payment.id, created.id));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('Order 1043')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Test shop' })).toBeFocused();
});

test('a selected address or amount is copied as plain text', async ({ page, merchant }) => {
  const created = await merchant.create();
  await page.goto(paymentPageUrl(merchant, created));
  const selected = (selector: string) =>
    page.evaluate((name) => {
      getSelection()?.selectAllChildren(document.querySelector(name) as Element);
      return String(getSelection());
    }, selector);
  expect(await selected('.address')).toBe(created.address);
  expect(await selected('.due-amount')).toBe('125000 sat');
  expect(await selected('.due-btc')).toBe('0.00125000 BTC');
});

test('the large QR code and the wallet can be opened with the keyboard alone', async ({
  page,
  merchant,
}) => {
  const created = await merchant.create();
  await page.goto(paymentPageUrl(merchant, created));
  await page.keyboard.press('Tab');
  const enlarge = page.getByRole('button', { name: 'Enlarge the QR code' });
  await expect(enlarge).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  expect(parsePaymentUri(await readQr(dialog.locator('svg'))).address).toBe(created.address);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(enlarge).toBeFocused();
  const order: string[] = [];
  for (let press = 0; press < 4; press++) {
    await page.keyboard.press('Tab');
    order.push(await page.evaluate(() => document.activeElement?.textContent ?? ''));
  }
  const copies = ['Copy address', 'Copy amount'];
  expect(order).toEqual(['Code not recognized?', ...copies, 'Open in wallet']);
});

test('the payment page keeps the screen awake only while the QR code is enlarged', async ({
  page,
  merchant,
}) => {
  const locks: string[] = [];
  await page.exposeFunction('noteLock', (what: string) => locks.push(what));
  // A headless browser has no screen to keep awake, so this replaces the wake lock.
  await page.addInitScript(() => {
    const note = (what: string) =>
      (window as unknown as { noteLock(what: string): void }).noteLock(what);
    const request = async () => {
      note('awake');
      return { release: async () => note('released') };
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  const created = await merchant.create();
  await page.goto(paymentPageUrl(merchant, created));
  await page.locator('.slip-qr').click();
  await expect.poll(() => locks).toEqual(['awake']);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => locks).toEqual(['awake', 'released']);

  await page.locator('.slip-qr').click();
  await expect.poll(() => locks.length).toBe(3);
  await merchant.pay(created.address, 125_000);
  await expect(page.getByRole('heading', { name: /^Payment seen/ })).toBeVisible();
  await expect.poll(() => locks.at(-1)).toBe('released');
});

test('the QR code is readable in dark mode, and at the size of a phone', async ({
  page,
  merchant,
}) => {
  const created = await merchant.create();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(paymentPageUrl(merchant, created));
  expect(parsePaymentUri(await readQr(page.locator('.slip-qr'))).address).toBe(created.address);
});

test('the large QR code and its button fit a phone in landscape', async ({ page, merchant }) => {
  await page.setViewportSize({ width: 568, height: 320 });
  await page.goto(paymentPageUrl(merchant, await merchant.create()));
  await page.locator('.slip-qr').click();
  const large = page.getByRole('dialog', { name: 'Enlarge the QR code' });
  const code = await large.locator('svg').boundingBox();
  const button = await large.getByRole('button', { name: 'Close' }).boundingBox();
  const [codeEnd, buttonEnd] = [code, button].map((box) => (box?.y ?? 0) + (box?.height ?? 0));
  expect(code?.y).toBeGreaterThan(0);
  expect(codeEnd).toBeLessThan(button?.y ?? 0);
  expect(buttonEnd).toBeLessThan(320);
});

test('the printed receipt shows everything in full, without buttons', async ({ page, inState }) => {
  await page.goto(inState.confirmed);
  await expect(page.getByRole('button', { name: 'Print receipt' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.receipt')).toContainText(/[0-9a-f]{64}/);
  await expect(page.locator('.receipt .address')).toBeVisible();
  await expect(page.locator('.receipt')).toContainText('€62.50');
  await expect(page.getByText('1 BTC = €50,000.00')).toBeVisible();
  await expect(page.locator('button:visible')).toHaveCount(0);
});

test('the payment page does not scroll sideways in any state, on a phone or a desktop', async ({
  page,
  inState,
}) => {
  for (const state of PAY_STATES) {
    for (const language of ['en', 'de', 'ar']) {
      await page.goto(`${inState[state]}?lang=${language}`);
      for (const width of [320, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect.soft(wide, `${state} ${language}`).toBe(width);
      }
    }
  }
});

test('the payment page wraps a very long merchant name and a very long reference', async ({
  page,
  merchant,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const created = await merchant.create({ reference: 'W'.repeat(200) });
  await page.goto(paymentPageUrl(merchant, created));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
