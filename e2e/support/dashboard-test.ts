import type { BrowserContext } from '@playwright/test';
import { sealSession, sessionCookie } from '@/lib/auth/session-cookie';
import type { Role } from '@/lib/domain/roles';
import { sessionSecret } from '@/lib/keys/secret-key';
import { createTestActor } from '@/test/support/actor';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import type { BrowserMerchant } from './browser-merchant';
import { test as base } from './merchant-test';
import { whenHydrated } from './when-hydrated';

interface Fixtures {
  readonly signIn: (role?: Role, merchantId?: string) => Promise<void>;
}

/** Dashboard tests use this base. Its `page.goto` waits until the page is hydrated. */
export const test = base.extend<Fixtures>({
  page: async ({ page }, use) => {
    const goto = page.goto.bind(page);
    page.goto = async (...where) => {
      const response = await goto(...where);
      await whenHydrated(page);
      return response;
    };
    await use(page);
  },
  baseURL: async ({ server }, use) => use(server.app.url),
  signIn: async ({ context, merchant }, use) => {
    await use((role = 'owner', merchantId = merchant.key.merchantId) =>
      signInAs(context, merchant, merchantId, role),
    );
  },
});

export { expect } from '@playwright/test';

async function signInAs(
  context: BrowserContext,
  merchant: BrowserMerchant,
  merchantId: string,
  role: Role,
): Promise<void> {
  const { sessionId } = await createTestActor(merchant.base.db, merchantId, role);
  const secret = sessionSecret(new Uint8Array(Buffer.from(TEST_SECRET_KEY, 'base64')));
  await context.addCookies([
    {
      name: sessionCookie(new URL(merchant.app.url)).name,
      value: await sealSession(sessionId, secret),
      url: merchant.app.url,
    },
  ]);
}
