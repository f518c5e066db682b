import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFields } from '@/lib/net/read-fields';
import { test as base } from './dashboard-test';

interface PairingShop {
  readonly origin: string;
  /** Returns the URL at which the shop's plugin asks the merchant's owner for a connection. */
  ask(fields?: Readonly<Record<string, string>>): string;
  readonly received: URLSearchParams[];
}

/** The permissions that WooCommerce's plugin requests. Blocktally grants all but pull payments. */
const PERMISSIONS = [
  'btcpay.store.canviewinvoices',
  'btcpay.store.cancreateinvoice',
  'btcpay.store.canviewstoresettings',
  'btcpay.store.canmodifyinvoices',
  'btcpay.store.cancreatenonapprovedpullpayments',
  'btcpay.store.webhooks.canmodifywebhooks',
];

export const test = base.extend<{ shop: PairingShop }>({
  shop: async ({ merchant }, use) => {
    const received: URLSearchParams[] = [];
    const server = createServer((request, response) => {
      void (async () => {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        if (request.method === 'POST') {
          const chunks: Buffer[] = [];
          for await (const chunk of request) chunks.push(chunk as Buffer);
          const form = new Request('http://shop.example/', {
            method: 'POST',
            headers: { 'content-type': request.headers['content-type'] ?? '' },
            body: Buffer.concat(chunks).toString(),
          });
          received.push((await readFields(form)) ?? new URLSearchParams());
        }
        response.end(
          '<!doctype html><html lang="en"><title>Shop</title><h1>Tea shop settings</h1>',
        );
      })();
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    await use({
      origin,
      received,
      ask: (fields = {}) => {
        const query = new URLSearchParams({
          applicationName: 'WooCommerce',
          strict: 'true',
          selectiveStores: 'true',
          redirect: `${origin}/?settings-callback`,
          ...fields,
        });
        for (const permission of PERMISSIONS) query.append('permissions', permission);
        return `${merchant.app.url}/api-keys/authorize/?${query}`;
      },
    });
    server.close();
    server.closeAllConnections();
  },
});

export { expect } from '@playwright/test';
