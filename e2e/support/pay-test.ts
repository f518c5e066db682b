import { test as base } from './merchant-test';

/** The base of the payment page's tests. Fails a test if the page requests another server. */
export const test = base.extend<{ ownServerOnly: undefined }>({
  ownServerOnly: [
    async ({ context, merchant, breaches }, use) => {
      context.on('request', (request) => {
        const { hostname, protocol } = new URL(request.url());
        const own = new URL(merchant.app.url).hostname;
        if (/^(?:http|ws)/.test(protocol) && hostname !== own && hostname !== 'localhost') {
          breaches.push(`asked ${request.url()}`);
        }
      });
      await use(undefined);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
export { paymentPageUrl } from './merchant-test';
