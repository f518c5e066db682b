import { invitation } from '@/db/schema/people';
import { createTestKey } from '@/test/support/factories';
import { expect, test } from './support/dashboard-test';

test('an owner invites a member with a link, and revokes it', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/dashboard/team');
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill('not an address');
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  await expect(dialog.getByText('Must be an e-mail address.')).toBeVisible();
  await dialog.getByLabel('E-mail address').fill('New@Shop.example');
  await dialog.getByLabel('Role').selectOption('viewer');
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  await expect(dialog.getByText(/\/invitation\/\S{40,}/)).toBeVisible();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  const row = page.getByRole('row').filter({ hasText: 'new@shop.example' });
  await expect(row).toContainText('viewer');
  await row.getByRole('button', { name: /Revoke/ }).click();
  await expect(row).toHaveCount(0);
});

test('a form goes to no other merchant than its page’s, when another tab has switched', async ({
  page,
  merchant,
  signIn,
}) => {
  const { db } = merchant.base;
  await signIn();
  await page.goto('/dashboard/team');
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill('bob@shop.example');
  const before = await db.$count(invitation);
  await signIn('owner', (await createTestKey(db)).merchantId);
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  await expect(dialog.getByText('This page is of another merchant')).toBeVisible();
  expect(await db.$count(invitation)).toBe(before);
});

test('a user sees their session and turns the shortcuts off', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn('member');
  await page.goto('/dashboard/settings');
  await expect(page.getByText('Current', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rename' })).toHaveCount(0);
  await page.getByLabel('Keyboard shortcuts').uncheck();
  await page.goto('/dashboard/keys');
  await expect(page.getByRole('link', { name: merchant.key.name }).first()).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
