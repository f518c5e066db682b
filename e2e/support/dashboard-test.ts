import { type BrowserContext, test as base } from '@playwright/test';
import { sealSession, sessionCookie } from '@/lib/auth/session-cookie';
import type { Role } from '@/lib/domain/roles';
import { sessionSecret } from '@/lib/keys/session-secret';
import { createTestActor } from '@/test/support/actor';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import { type BrowserShop, openBrowserShop } from './browser-shop';
import { reportBreaches } from './report-breaches';
import { whenHydrated } from './when-hydrated';

interface Fixtures {
  /** Signs in as a new user of the shop's merchant, or of another one. */
  readonly signIn: (role?: Role, merchantId?: string) => Promise<void>;
}

/**
 * Tests of the dashboard. Each worker has its own shop, and `page.goto` waits for hydration. A test
 * fails on a violation of the Content-Security-Policy and on an uncaught script error.
 */
export const test = base.extend<Fixtures & { strict: undefined }, { shop: BrowserShop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are used
    async ({}, use) => {
      const shop = await openBrowserShop();
      await use(shop);
      await shop.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  page: async ({ page }, use) => {
    const goto = page.goto.bind(page);
    page.goto = async (...where) => {
      const response = await goto(...where);
      await whenHydrated(page);
      return response;
    };
    await use(page);
  },
  baseURL: async ({ shop }, use) => use(shop.app.url),
  signIn: async ({ context, shop }, use) => {
    await use((role = 'owner', merchantId = shop.key.merchantId) =>
      signInAs(context, shop, merchantId, role),
    );
  },
  strict: [
    async ({ context }, use) => {
      const broken: string[] = [];
      await context.addInitScript(reportBreaches);
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) broken.push(message.text());
      });
      context.on('weberror', (error) => broken.push(String(error.error())));
      await use(undefined);
      base.expect(broken).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

async function signInAs(
  context: BrowserContext,
  shop: BrowserShop,
  merchantId: string,
  role: Role,
): Promise<void> {
  const { sessionId } = await createTestActor(shop.base.db, merchantId, role);
  const secret = sessionSecret(new Uint8Array(Buffer.from(TEST_SECRET_KEY, 'base64')));
  await context.addCookies([
    {
      name: sessionCookie(new URL(shop.app.url)).name,
      value: await sealSession(sessionId, secret),
      url: shop.app.url,
    },
  ]);
}
