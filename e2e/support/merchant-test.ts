import { test as base } from '@playwright/test';
import {
  type BrowserMerchant,
  type BrowserServer,
  createBrowserMerchant,
  openBrowserServer,
} from './browser-merchant';
import { PAY_STATES, type PayState, payIn } from './pay-states';
import { reportBreaches } from './report-breaches';

interface WorkerFixtures {
  /** One for each worker, since starting a server takes seconds. */
  readonly server: BrowserServer;
}

interface Fixtures {
  /** The test's own merchant, so that no other test changes what its pages show. */
  readonly merchant: BrowserMerchant;
  /** The URL of a payment page in each state. */
  readonly inState: Readonly<Record<PayState, string>>;
  /** Violations that no test may cause, checked at its end. */
  readonly breaches: string[];
}

/**
 * The base of all browser tests: a merchant, and a check that no page violates its
 * Content-Security-Policy or throws an uncaught error.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are used
    async ({}, use) => {
      const server = await openBrowserServer();
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  merchant: async ({ server }, use) => use(await createBrowserMerchant(server)),
  inState: async ({ merchant }, use) => {
    const urls = PAY_STATES.map(
      async (state) => [state, pageOf(merchant, await payIn(merchant, state))] as const,
    );
    await use(Object.fromEntries(await Promise.all(urls)) as Record<PayState, string>);
  },
  breaches: [
    async ({ context }, use) => {
      const breaches: string[] = [];
      await context.addInitScript(reportBreaches);
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) breaches.push(message.text());
      });
      context.on('weberror', (error) => breaches.push(String(error.error())));
      await use(breaches);
      base.expect(breaches).toEqual([]);
    },
    { auto: true },
  ],
});

/** The URL of a payment page on the server under test, whatever the public base URL is. */
export function pageOf(
  merchant: BrowserMerchant,
  { checkout_url }: { checkout_url: string },
): string {
  return `${merchant.app.url}${new URL(checkout_url).pathname}`;
}
