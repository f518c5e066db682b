import type { Page } from '@playwright/test';
import { expect, test } from './support/embedding-shop';
import { paymentPageUrl } from './support/pay-test';

const link = (page: Page) => page.getByRole('link', { name: 'Pay with Bitcoin' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Pay with Bitcoin' });
const frame = (page: Page) => page.frameLocator('iframe');

test('when a customer pays in two parts in the embed dialog, each change reaches the shop once, in order', async ({
  page,
  merchant,
  shop,
}) => {
  const price = { amount: '62.50', currency: 'EUR' };
  const asked = { price, amount_sats: undefined, required_confirmations: 1 };
  const created = await merchant.create(asked);
  const { address, amount_sats } = created;
  await shop.show(page, created);
  await link(page).click();
  await expect(frame(page).locator('.due-price')).toHaveText('€62.50');

  await merchant.pay(address, 20_000);
  await expect(frame(page).getByRole('heading', { name: 'Still missing' })).toBeVisible();
  await merchant.pay(address, amount_sats - 20_000);
  await expect(frame(page).getByRole('heading', { name: /^Payment seen/ })).toBeVisible();
  await merchant.mine(1);
  await expect(frame(page).getByRole('heading', { name: 'Paid and confirmed.' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toHaveCount(0);

  const received_sats = amount_sats;
  const confirmed = { status: 'confirmed', flags: [], amount_sats, received_sats };
  await expect
    .poll(() => shop.heard(page))
    .toEqual([
      ['status', { status: 'pending', flags: [], amount_sats, received_sats: 0 }],
      ['status', { status: 'pending', flags: ['underpaid'], amount_sats, received_sats: 20_000 }],
      ['status', { ...confirmed, status: 'detected' }],
      ['status', confirmed],
      ['close', confirmed],
    ]);
});

test('the embed dialog opens by keyboard, traps the focus, and returns the focus when Escape closes it', async ({
  page,
  merchant,
  shop,
}) => {
  await shop.show(page, await merchant.create());
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await expect(dialog(page)).not.toHaveAttribute('aria-busy');
  const code = frame(page).getByRole('button', { name: 'Enlarge the QR code' });
  await page.keyboard.press('Tab');
  await expect(code).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(code).toBeFocused();
  await expect(dialog(page)).toBeVisible();

  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.localName')).toMatch(
      /^(?:blocktally-|body)/,
    );
  }
  await code.focus();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(link(page)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(link(page)).toBeFocused();
});

test('while the embed dialog is open, the page behind it neither scrolls nor moves', async ({
  page,
  merchant,
  shop,
}) => {
  await shop.show(page, await merchant.create());
  const width = () => page.evaluate('document.querySelector("main").clientWidth');
  const before = await width();
  await link(page).click();
  await expect(dialog(page)).toBeVisible();
  expect(await width()).toBe(before);
  await page.mouse.move(5, 5);
  await page.mouse.wheel(0, 300);
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  expect(await page.evaluate('scrollY')).toBe(0);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0);
});

test('the close button of the embed dialog has a label in the language of the payment page', async ({
  page,
  merchant,
  shop,
}) => {
  await shop.show(page, await merchant.create({ locale: 'de' }));
  await link(page).click();
  await expect(dialog(page).getByRole('button', { name: 'Schließen' })).toBeVisible();
});

test('a script can open one embed dialog at a time, close it, and read the payment’s last status', async ({
  page,
  merchant,
  shop,
}) => {
  const created = await merchant.create();
  const url = paymentPageUrl(merchant, created);
  await shop.show(page, created);
  await page.evaluate((checkoutUrl) => {
    const note = (heard: unknown) => (window as unknown as { heard: unknown[] }).heard.push(heard);
    const open = (label: string) =>
      window.Blocktally?.open(checkoutUrl, {
        label,
        onStatus: ({ status }) => note([label, status]),
        onClose: (last) => note([label, 'closed', last?.status]),
      });
    open('first');
    const opened = open('second');
    document.addEventListener('blocktally-test', () => opened?.close());
  }, url);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog', { name: 'second' })).toBeVisible();
  await expect.poll(() => shop.heard(page)).toContainEqual(['second', 'pending']);
  await page.evaluate(() => document.dispatchEvent(new Event('blocktally-test')));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect
    .poll(() => shop.heard(page))
    .toEqual([
      ['first', 'closed', undefined],
      ['second', 'pending'],
      ['second', 'closed', 'pending'],
    ]);
  const refused = page.evaluate(() => window.Blocktally?.open('javascript:alert(1)'));
  await expect(refused).rejects.toThrow('is not a URL of a payment page');
});

test('an embed dialog that opened while another was closing stays open when the URL hash changes, and closes on Back', async ({
  page,
  merchant,
  shop,
}) => {
  const created = await merchant.create();
  await shop.show(page, created);
  await page.evaluate(
    (url) => {
      history.pushState(null, '', '#another-page');
      window.Blocktally?.open(url, {
        label: 'first',
        onClose: () => window.Blocktally?.open(url, { label: 'third' }),
      });
      window.Blocktally?.open(url, { label: 'second' });
    },
    paymentPageUrl(merchant, created),
  );
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog', { name: 'third' })).toBeVisible();
  await page.evaluate(() => {
    const changed = new Promise((resolve) => addEventListener('hashchange', resolve));
    location.hash = 'paying';
    return changed.then(() => {});
  });
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.evaluate(() => history.back());
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The shop's page can scroll again.
  expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('');
});

test('in the embed dialog, the large QR code closes only when its button is clicked', async ({
  page,
  merchant,
  shop,
}) => {
  await shop.show(page, await merchant.create());
  await link(page).click();
  const small = frame(page).locator('.slip-qr');
  const large = frame(page).getByRole('dialog', { name: 'Enlarge the QR code' });
  await small.dblclick();
  await expect(large).toBeVisible();
  await large.locator('svg').click();
  await expect(large).toBeVisible();
  await large.getByRole('button', { name: 'Close' }).click();
  await expect(large).toBeHidden();
});
