import { eq } from 'drizzle-orm';
import { membership, userSession } from '@/db/schema/people';
import { totpCode } from '@/lib/accounts/factors/totp';
import { expectNoAxeViolations, openLoaded } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';
import { enterPassword, newUser } from './support/user-with-password';

test('a merchant that requires a second factor admits a member only after the member has set one up', async ({
  page,
  merchant,
  signIn,
}) => {
  const { db } = merchant.base;
  const { merchantId } = merchant.key;
  await signIn();
  await openLoaded(page, '/dashboard/team');
  const box = page.getByRole('checkbox', { name: 'Require a second factor' });
  await box.click();
  await expect(page.getByText('Set up your own second factor')).toBeVisible();
  await expect(box).not.toBeChecked();
  await db.update(userSession).set({ factor: 'totp' });
  await box.click();
  await expect(page.getByText('Team changed.')).toBeVisible();
  await expect(box).toBeChecked();
  await expectNoAxeViolations(page, 'the team');

  const { merchantId: own, email } = await newUser(db);
  await db
    .update(membership)
    .set({ merchantId, role: 'member' })
    .where(eq(membership.merchantId, own));
  await page.context().clearCookies();
  await enterPassword(page, email);
  await expect(page).toHaveURL(/\/second-factor$/);
  await page.goto('/dashboard/keys');
  await expect(page).toHaveURL(/\/second-factor$/);
  await expectNoAxeViolations(page, 'the page before the set-up');
  await page.getByRole('button', { name: 'Set up app' }).click();
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeVisible();
  await expectNoAxeViolations(page, 'the set-up');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findOverflowingElements(page)).toEqual([]);
  await code.fill('000000');
  await page.getByRole('button', { name: 'Set up app' }).click();
  await expect(page.getByText('This code is wrong or was used before.')).toBeVisible();
  const secret = await page.locator('main code').innerText();
  await code.fill(totpCode(secret, new Date()));
  await page.getByRole('button', { name: 'Set up app' }).click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(10);
  await expectNoAxeViolations(page, 'the recovery codes');
  await page.getByRole('link', { name: 'I have stored them' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Set up Test shop' })).toBeVisible();
});
