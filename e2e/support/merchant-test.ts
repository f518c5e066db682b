import { test as base } from '@playwright/test';
import {
  type BrowserMerchant,
  type BrowserServer,
  createBrowserMerchant,
  openBrowserServer,
} from './browser-merchant';
import { logCspViolations } from './log-csp-violations';
import { createInState, PAY_STATES, type PayState } from './pay-states';

interface WorkerFixtures {
  /** Starting a server takes seconds, so all tests of a worker share one. */
  readonly server: BrowserServer;
}

interface Fixtures {
  /** Each test gets a new merchant, whose pages no other test can change. */
  readonly merchant: BrowserMerchant;
  readonly inState: Readonly<Record<PayState, string>>;
  /** The policy violations and uncaught errors of the pages, any of which fails the test. */
  readonly breaches: string[];
}

/**
 * The base of all browser tests. It creates a merchant, and fails a test if a page violates its
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
      async (state) =>
        [state, paymentPageUrl(merchant, await createInState(merchant, state))] as const,
    );
    await use(Object.fromEntries(await Promise.all(urls)) as Record<PayState, string>);
  },
  breaches: [
    async ({ context }, use) => {
      const breaches: string[] = [];
      await context.addInitScript(logCspViolations);
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

/** The host is the server under test, which can differ from the public base URL. */
export function paymentPageUrl(
  merchant: BrowserMerchant,
  { checkout_url }: { checkout_url: string },
): string {
  return `${merchant.app.url}${new URL(checkout_url).pathname}`;
}
