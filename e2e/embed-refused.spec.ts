import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from './support/embedding-shop';
import { isClickLeftToBrowser } from './support/new-tab';
import { paymentPageUrl } from './support/pay-test';

const link = (page: Page) => page.getByRole('link', { name: 'Pay with Bitcoin' });

for (const [what, origins, policy] of [
  ['a site that the key does not allow', ['https://other.example'], undefined],
  ['a key that allows no site', [], undefined],
  ['a shop whose own policy allows no frame', undefined, "frame-src 'none'"],
] as const) {
  test(`with ${what}, the embed link opens the payment page in place of the shop’s page`, async ({
    page,
    merchant,
    shop,
    breaches,
  }) => {
    if (origins) await shop.allow(origins);
    const created = await merchant.create();
    await shop.show(page, created, policy ? { policy } : {});
    await link(page).click();
    await page.waitForURL(paymentPageUrl(merchant, created));
    await expect(page.getByRole('link', { name: 'Open in wallet' })).toBeVisible();
    // The browser reports the refused frame, and no other violation.
    const others = breaches.filter((breach) => !/frame-(?:ancestors|src)/.test(breach));
    expect(others).toEqual([]);
    breaches.length = 0;
  });
}

test('a click on the embed link with Ctrl or Cmd pressed does not open the embed dialog', async ({
  page,
  merchant,
  shop,
}) => {
  await shop.show(page, await merchant.create());
  expect(await isClickLeftToBrowser(link(page))).toBe(true);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // A plain click opens the dialog, so the script has loaded.
  await link(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('in a browser without constructable style sheets, the embed link navigates to the payment page', async ({
  page,
  merchant,
  shop,
}) => {
  await page.addInitScript(() => {
    window.CSSStyleSheet.prototype.replaceSync = () => {
      throw new TypeError('not a function');
    };
  });
  const created = await merchant.create();
  await shop.show(page, created);
  await link(page).click();
  await page.waitForURL(paymentPageUrl(merchant, created));
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript, the embed link navigates to the payment page', async ({
    page,
    merchant,
    shop,
  }) => {
    const created = await merchant.create();
    await shop.show(page, created);
    await link(page).click();
    await page.waitForURL(paymentPageUrl(merchant, created));
  });
});

test('an origin that the key does not allow receives no messages, even if the payment page is framed there', async ({
  page,
  merchant,
  shop,
}) => {
  await shop.allow(['https://other.example']);
  const created = await merchant.create();
  const url = paymentPageUrl(merchant, created);
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _, 'x-frame-options': __, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  const received: unknown[] = [];
  await page.exposeFunction('noteMessage', (message: unknown) => received.push(message));
  const script = "addEventListener('message', ({ data }) => noteMessage(data));";
  await shop.show(page, created, { script });
  await link(page).click();
  await page.waitForURL(url);
  expect(received).toEqual([{ type: 'blocktally:ready' }]);
});

test('messages from another frame of the shop’s page are ignored', async ({
  page,
  merchant,
  shop,
}) => {
  const other = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Advertisement</title>');
  });
  await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
  const origin = `http://localhost:${(other.address() as AddressInfo).port}`;
  const created = await merchant.create();
  await shop.show(page, created, {
    policy: `frame-src ${merchant.app.url} ${origin}`,
    content: `<a href="${paymentPageUrl(merchant, created)}" data-blocktally>Pay with Bitcoin</a>
<iframe src="${origin}" title="Advertisement"></iframe>`,
  });
  await link(page).click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => shop.heard(page)).toHaveLength(1);
  await page.frame({ url: `${origin}/` })?.evaluate(() => {
    const payment = { status: 'confirmed', flags: [], amount_sats: 1, received_sats: 1 };
    const url = 'https://evil.example/';
    parent.postMessage({ type: 'blocktally:status', payment }, '*');
    parent.postMessage({ type: 'blocktally:return', url }, '*');
    parent.postMessage({ type: 'blocktally:close' }, '*');
  });
  await expect.poll(() => page.evaluate('messages.length')).toBeGreaterThan(5);
  await expect(dialog).toBeVisible();
  expect(await shop.heard(page)).toEqual([
    ['status', expect.objectContaining({ status: 'pending' })],
  ]);
  other.close();
  other.closeAllConnections();
});
