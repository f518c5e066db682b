import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { greenfieldKey } from '@/db/schema/greenfield';
import { newId } from '@/lib/domain/ids';
import { test as base, expect } from './support/pay-test';

interface ModalShop {
  readonly origin: string;
  invoice(checkout?: object): Promise<{ id: string; address: string; sats: number }>;
  show(page: Page): Promise<void>;
}

const RECORDING = `
window.told = []; window.hooks = [];
addEventListener('message', ({ data }) => told.push(data));
btcpay.onModalWillEnter(() => hooks.push('enter'));
btcpay.onModalWillLeave(() => hooks.push('leave'));
btcpay.onModalReceiveMessage((event) => hooks.push(event.data));
`;

const test = base.extend<{ shop: ModalShop }>({
  shop: async ({ merchant }, use) => {
    const { url } = merchant.app;
    const server = createServer(({ url: path }, response) => {
      const isScript = path === '/shop.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
      response.end(
        isScript
          ? RECORDING
          : `<!doctype html><html lang="en"><title>Tea shop</title><h1>${path === '/' ? 'Tea shop' : 'Thanks'}</h1>
<script src="${url}/modal/btcpay.js"></script><script src="/shop.js"></script></html>`,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const call = async (path: string, body?: object) => {
      const response = await fetch(`${url}/api/v1/stores/${merchant.key.id}/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `token ${merchant.key.apiKey}`,
          'content-type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect(response.status).toBe(200);
      return response.json();
    };
    await use({
      origin,
      invoice: async (checkout = { redirectURL: `${origin}/thanks` }) => {
        const order = { amount: '50000', currency: 'SATS', checkout };
        const { id } = await call('invoices', order);
        const [method] = await call(`invoices/${id}/payment-methods`);
        return { id, address: method.destination, sats: 50_000 };
      },
      show: async (page) => {
        await page.goto(origin);
      },
    });
    server.close();
    server.closeAllConnections();
  },
});

test.describe.configure({ timeout: 90_000 });

/** Calls a function of the modal's script. Clears the records of earlier events first. */
const modal = (page: Page, name: string, id: string) =>
  page.evaluate(`hooks.length = 0; told.length = 0; btcpay.${name}('${id}')`);

const frame = (page: Page) => page.frameLocator('iframe');

test('a shop on another origin opens an invoice in a modal and gets each status, then the customer returns', async ({
  page,
  merchant,
  shop,
}) => {
  const { id, address, sats } = await shop.invoice({
    redirectURL: `${shop.origin}/thanks`,
    redirectAutomatically: true,
    speedPolicy: 'MediumSpeed',
  });
  await shop.show(page);
  await modal(page, 'showInvoice', id);
  await expect(frame(page).locator('#slip[data-state=waiting]')).toBeVisible();
  await merchant.pay(address, sats);
  await expect(frame(page).getByRole('heading', { name: /^Payment seen/ })).toBeVisible();
  await expect
    .poll(() => page.evaluate('hooks'))
    .toEqual([
      'enter',
      'loaded',
      { invoiceId: id, status: 'New' },
      { invoiceId: id, status: 'Processing' },
    ]);
  expect(await page.evaluate('told')).toEqual((await page.evaluate<unknown[]>('hooks')).slice(1));
  await expect(page.getByRole('heading', { name: 'Thanks' })).toBeVisible();
});

test('the modal notifies the shop when the close button or Escape closes it', async ({
  page,
  shop,
}) => {
  const { id } = await shop.invoice();
  await shop.show(page);
  for (const close of ['button', 'Escape']) {
    await modal(page, 'appendAndShowInvoiceFrame', id);
    await expect(frame(page).locator('#slip[data-state=waiting]')).toBeVisible();
    if (close === 'button') await page.getByRole('button', { name: 'Close' }).click();
    else {
      await frame(page).locator('.slip-qr').focus();
      await page.keyboard.press('Escape');
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect
      .poll(() => page.evaluate<unknown[]>('hooks'))
      .toEqual(['enter', 'loaded', { invoiceId: id, status: 'New' }, 'leave', 'close']);
  }
});

test('the bar at the top of the modal has the same theme as the invoice', async ({
  page,
  shop,
}) => {
  const { id } = await shop.invoice();
  await page.emulateMedia({ colorScheme: 'dark' });
  await shop.show(page);
  await modal(page, 'showInvoice', id);
  await expect(frame(page).locator('#slip[data-state=waiting]')).toBeVisible();
  const isDark = (color: string) => /^rgb\((?:[0-5]?\d(?:, |\))){3}$/.test(color);
  for (const part of [page.getByRole('dialog'), frame(page).locator('body')]) {
    expect(isDark(await part.evaluate((one) => getComputedStyle(one).backgroundColor))).toBe(true);
  }
});

test('a click on the wallet link in the modal makes the shop’s page open the wallet', async ({
  page,
  shop,
}) => {
  const { id, address } = await shop.invoice();
  await shop.show(page);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.enable');
  const opened: string[] = [];
  browser.on('Page.frameRequestedNavigation', ({ url }) => opened.push(url));
  await modal(page, 'showInvoice', id);
  await frame(page).getByRole('link', { name: 'Open in wallet' }).click();
  const wallet = new RegExp(`^bitcoin:${address}\\?amount=0\\.0005`, 'i');
  await expect
    .poll(() => page.evaluate<unknown[]>('told'))
    .toContainEqual({ open: expect.stringMatching(wallet) });
  await expect.poll(() => opened).toContainEqual(expect.stringMatching(wallet));
  await expect(frame(page).locator('#slip[data-state=waiting]')).toBeVisible();
});

test('an invoice that the shop may not frame opens in place of the shop’s page', async ({
  page,
  merchant,
  shop,
  breaches,
}) => {
  const { id } = await shop.invoice({});
  await shop.show(page);
  await modal(page, 'showInvoice', id);
  await page.waitForURL(`${merchant.app.url}/i/${id}`);
  await expect(page.locator('#slip[data-state=waiting]')).toBeVisible();
  expect(breaches.splice(0).join()).toContain('frame-ancestors');
});

test('invoices of a store can be framed by the origin to which the pairing redirected', async ({
  page,
  merchant,
  shop,
}) => {
  const row = { id: newId('pairing'), apiKeyId: merchant.key.id, hash: newId('secret') };
  const said = {
    prefix: 'btly_reg_x',
    label: 'WooCommerce',
    permissions: [],
    createdAt: new Date(),
  };
  await merchant.base.db
    .insert(greenfieldKey)
    .values({ ...row, ...said, redirectUrl: `${shop.origin}/back` });
  const { id } = await shop.invoice({});
  await shop.show(page);
  await modal(page, 'showInvoice', id);
  await expect(frame(page).locator('#slip[data-state=waiting]')).toBeVisible();
});

test('a payment created through /v1 has no invoice page under /i', async ({ page, merchant }) => {
  const { id } = await merchant.create();
  const response = await page.goto(`${merchant.app.url}/i/${id}`);
  expect(response?.status()).toBe(404);
});
