import { test as base, expect } from '@playwright/test';
import { type BrowserShop, openBrowserShop } from './browser-shop';
import { PAY_STATES, type PayState, payIn } from './pay-states';
import { reportBreaches } from './report-breaches';

interface WorkerFixtures {
  readonly shop: BrowserShop;
  /** The URL of a payment page in each state. */
  readonly inState: Readonly<Record<PayState, string>>;
}

/**
 * Tests of the payment page. Each worker has its own shop. A test fails on a violation of the
 * Content-Security-Policy and on a request to another server.
 */
export const test = base.extend<{ strict: undefined }, WorkerFixtures>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are used
    async ({}, use) => {
      const shop = await openBrowserShop();
      await use(shop);
      await shop.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  inState: [
    async ({ shop }, use) => {
      const urls: Partial<Record<PayState, string>> = {};
      for (const state of PAY_STATES) urls[state] = pageOf(shop, await payIn(shop, state));
      await use(urls as Record<PayState, string>);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  strict: [
    async ({ context, shop }, use) => {
      const broken: string[] = [];
      await context.addInitScript(reportBreaches);
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) broken.push(message.text());
      });
      context.on('weberror', (error) => broken.push(String(error.error())));
      context.on('request', (request) => {
        const { hostname, protocol } = new URL(request.url());
        const own = new URL(shop.app.url).hostname;
        if (/^(?:http|ws)/.test(protocol) && hostname !== own && hostname !== 'localhost') {
          broken.push(`asked ${request.url()}`);
        }
      });
      await use(undefined);
      expect(broken).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

/** The URL of a payment page on the server under test, whatever the public base URL is. */
export function pageOf(shop: BrowserShop, { checkout_url }: { checkout_url: string }): string {
  return `${shop.app.url}${new URL(checkout_url).pathname}`;
}
