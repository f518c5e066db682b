import { test as base } from './merchant-test';

/** Tests of the payment page: they fail on a request to another server. */
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
export { pageOf } from './merchant-test';
