import { addMember, createUser } from '@/lib/accounts/create-user';
import { hashPassword } from '@/lib/accounts/hash-password';
import { inviteMember } from '@/lib/accounts/invite-member';
import { createTestActor } from '@/test/support/actor';
import { findAxeViolations } from './support/axe';
import type { BrowserMerchant } from './support/browser-merchant';
import { clippedControls, clippedTexts } from './support/clipped';
import { expect, test } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';
import { paymentPageUrl } from './support/merchant-test';

async function paths(merchant: BrowserMerchant): Promise<string[]> {
  const owner = await createTestActor(merchant.base.db, merchant.key.merchantId, 'owner');
  const guest = { email: `${owner.userId}@guest.example`.toLowerCase(), role: 'member' } as const;
  const { token } = await inviteMember(merchant.base.db, owner, guest, new Date());
  return ['/', '/sign-in', '/sign-up', `/invitation/${token}`, '/invitation/unknown', '/nowhere'];
}

test('the public pages have no axe violations', async ({ page, merchant }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of await paths(merchant)) {
    await page.goto(path);
    expect.soft(await findAxeViolations(page), path).toEqual([]);
  }
});

test('nothing scrolls sideways and no text is clipped on the public pages at any width', async ({
  page,
  merchant,
}) => {
  for (const path of await paths(merchant)) {
    await page.goto(path);
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await findOverflowingElements(page), `${path} at ${width}`).toEqual([]);
      expect.soft(await clippedControls(page), `${path} at ${width}`).toEqual([]);
      expect.soft(await clippedTexts(page, 'body'), `${path} at ${width}`).toEqual([]);
    }
  }
});

test('every public page forbids scripts and frames of other sites', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn();
  for (const path of [...(await paths(merchant)), '/dashboard', '/dashboard/payments']) {
    const response = await page.goto(path);
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect.soft(policy, path).toMatch(/script-src 'self' 'nonce-[\w+/=]{20,}' 'strict-dynamic';/);
    expect.soft(policy, path).toContain("frame-ancestors 'none'");
    expect.soft(policy, path).not.toContain('unsafe-eval');
  }
});

test('no public page reveals whether any user has signed up yet', async ({ page }) => {
  for (const path of ['/', '/sign-in', '/sign-up']) {
    await page.goto(path);
    await expect(page.getByText(/first account/i)).toHaveCount(0);
  }
  await page.goto('/');
  await page
    .getByRole('link', { name: /account|dashboard/ })
    .first()
    .click();
  await expect(page).toHaveURL(/sign-/);
});

test('a user signs in with the keyboard alone', async ({ page, merchant }) => {
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

test('on a phone, the landing page links to the documentation, and no button overlaps a code sample', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/');
  const boxes = await page.locator('section[tabindex="0"]:visible').evaluateAll((codes) =>
    codes.flatMap((code) => {
      const button = code.parentElement?.querySelector('button');
      if (!button) return [];
      return [button.getBoundingClientRect().left - code.getBoundingClientRect().right];
    }),
  );
  expect(boxes.length).toBeGreaterThan(1);
  expect(Math.min(...boxes)).toBeGreaterThanOrEqual(0);
  await page.getByRole('navigation', { name: 'Sections' }).getByText('Docs').click();
  await expect(page).toHaveURL(/\/docs$/);
});

test('zeros have a slash in addresses, but not in amounts and prose', async ({
  context,
  baseURL,
  merchant,
}) => {
  // Uses a plain tab, because `page` waits for hydration and the payment page has none.
  const tab = await context.newPage();
  const created = await merchant.create();
  const landing = ['/', 'h1', 'pre.mono'] as const;
  const payer = [
    paymentPageUrl(merchant, created),
    '.due-amount',
    '.slip-address .address',
  ] as const;
  for (const [path, prose, code] of [landing, payer]) {
    await tab.goto(new URL(path, baseURL).href);
    const slashed = (selector: string) => tab.locator(selector).first().evaluate(hasSlashedZero);
    expect([path, await slashed(prose), await slashed(code)]).toEqual([path, false, true]);
  }
});

/** Draws a 0 in the element's fonts, and returns whether its middle has ink. */
async function hasSlashedZero(element: Element): Promise<boolean> {
  const { fontFamily } = getComputedStyle(element);
  // Loads one font at a time, because a fallback font may be missing.
  const faces = fontFamily.split(',').map((face) => document.fonts.load(`400 200px ${face}`, '0'));
  await Promise.allSettled(faces);
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.font = `400 200px ${fontFamily}`;
  pen.textBaseline = 'alphabetic';
  pen.fillText('0', 0, 200);
  const { width, actualBoundingBoxAscent: height } = pen.measureText('0');
  return (pen.getImageData(width / 2, 200 - height / 2, 1, 1).data[3] ?? 0) > 128;
}
