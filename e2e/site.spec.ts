import { addMember, createUser } from '@/lib/accounts/create-user';
import { hashPassword } from '@/lib/accounts/hash-password';
import { inviteMember } from '@/lib/accounts/invite-member';
import { createTestActor } from '@/test/support/actor';
import { axeFaults, settleDown } from './support/axe';
import type { BrowserMerchant } from './support/browser-merchant';
import { expect, test } from './support/dashboard-test';
import { overflow } from './support/overflow';

/** The pages that need no sign-in. */
async function paths(merchant: BrowserMerchant): Promise<string[]> {
  const owner = await createTestActor(merchant.base.db, merchant.key.merchantId, 'owner');
  const guest = { email: `${owner.userId}@guest.example`.toLowerCase(), role: 'member' } as const;
  const { token } = await inviteMember(merchant.base.db, owner, guest, new Date());
  return ['/', '/sign-in', '/sign-up', `/invitation/${token}`, '/invitation/unknown', '/nowhere'];
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the public pages, ${colorScheme}`, async ({ page, merchant }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of await paths(merchant)) {
      await page.goto(path);
      await settleDown(page);
      expect.soft(await axeFaults(page), path).toEqual([]);
    }
  });
}

test('nothing scrolls sideways on the public pages at any width', async ({ page, merchant }) => {
  for (const path of await paths(merchant)) {
    await page.goto(path);
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await overflow(page), `${path} at ${width}`).toEqual([]);
    }
  }
});

test('every page forbids third-party scripts and frames', async ({ page, merchant, signIn }) => {
  await signIn();
  for (const path of [...(await paths(merchant)), '/dashboard', '/dashboard/payments']) {
    const response = await page.goto(path);
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect.soft(policy, path).toMatch(/script-src 'self' 'nonce-[\w+/=]{20,}' 'strict-dynamic';/);
    expect.soft(policy, path).toContain("frame-ancestors 'none'");
    expect.soft(policy, path).not.toContain('unsafe-eval');
  }
});

test('a user signs in by keyboard alone', async ({ page, merchant }) => {
  const email = `keys-${Date.now()}@test.example`;
  const password = 'correct horse battery';
  const now = new Date();
  const passwordHash = await hashPassword(password);
  const userId = await createUser(merchant.base.db, { email, passwordHash }, now);
  const { merchantId } = merchant.key;
  await addMember(merchant.base.db, { merchantId, userId, role: 'owner' }, now);

  await page.goto('/sign-in');
  await page.getByLabel('E-mail').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard/);
});
