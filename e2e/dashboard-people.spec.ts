import { eq } from 'drizzle-orm';
import { invitation, userSession } from '@/db/schema/people';
import { createMerchant } from '@/lib/accounts/create-merchant';
import { inviteMember } from '@/lib/accounts/invite-member';
import { createTestActor } from '@/test/support/actor';
import { createTestKey } from '@/test/support/factories';
import { expect, test } from './support/dashboard-test';
import { whenHydrated } from './support/when-hydrated';

test('an owner creates an invitation link, and revokes the invitation', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/team');
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill('not an address');
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  await expect(dialog.getByText('Must be an e-mail address.')).toBeVisible();
  await dialog.getByLabel('E-mail address').fill('New@Shop.example');
  await dialog.getByText('viewer', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  const link = dialog.getByText(/\/invitation\/\S{40,}/);
  await expect(link).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(link).toBeVisible();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Invite member' }).click();
  await expect(dialog.getByLabel('member', { exact: true })).toBeChecked();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const row = page.getByRole('row').filter({ hasText: 'new@shop.example' });
  await expect(row).toContainText('viewer');
  await row.getByRole('button', { name: /Revoke/ }).click();
  await expect(row).toHaveCount(0);
});

test('revoking an invitation moves the focus to another invitation, or to the page if none is left', async ({
  page,
  merchant,
  signIn,
}) => {
  const { db } = merchant.base;
  const { id } = await createMerchant(db, 'Inviting', new Date());
  const owner = await createTestActor(db, id);
  for (const email of ['one@shop.example', 'two@shop.example']) {
    await inviteMember(db, owner, { email, role: 'viewer' }, new Date());
  }
  await signIn('owner', id);
  await page.goto('/dashboard/team');
  await page.getByRole('button', { name: 'Revoke the invitation of one@' }).press('Enter');
  const focused = page.locator(':focus');
  await expect(focused).toContainText('two@shop.example');
  await expect(focused).not.toContainText('one@shop.example');
  await page.getByRole('button', { name: 'Revoke the invitation of two@' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('a role is changed in a menu, and a change of an owner’s role must be confirmed', async ({
  page,
  merchant,
  signIn,
}) => {
  const { db } = merchant.base;
  const { id } = await createMerchant(db, 'Roles', new Date());
  await createTestActor(db, id, 'member');
  await signIn('owner', id);
  await page.goto('/dashboard/team');
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON());
  });
  const rows = page.getByRole('table', { name: 'Members' }).getByRole('row');
  const own = rows.filter({ hasText: '(you)' }).getByRole('button', { name: 'Role of' });
  const others = page.getByRole('button', { name: /^Role of .*: (member|viewer)$/ });
  const choose = (role: string) => page.getByRole('menuitem', { name: role }).click();
  const dialog = page.getByRole('dialog');

  await others.press('ArrowDown');
  await choose('viewer');
  await expect(page.getByText('Role changed.')).toBeVisible();
  await expect(others).toHaveText('viewer');
  expect(sent).toEqual([{ role: 'viewer' }]);

  await own.press('ArrowDown');
  await choose('member');
  await expect(dialog).toContainText('Change your own role to member?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(own).toBeFocused();
  await others.click();
  await choose('owner');
  await expect(dialog).toContainText('an owner?');
  expect(sent).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Make owner' }).click();
  await expect(others).toHaveCount(0);

  await own.click();
  await choose('viewer');
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(page.getByRole('button', { name: 'Role of' })).toHaveCount(0);
  expect(sent).toEqual(['viewer', 'owner', 'viewer'].map((role) => ({ role })));
});

test('an open settings page shows the merchant’s new name after another tab has renamed the merchant', async ({
  page,
  context,
  merchant,
  signIn,
}) => {
  const { id } = await createMerchant(merchant.base.db, 'Old name', new Date());
  await signIn('owner', id);
  await page.goto('/dashboard/settings');
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toHaveValue('Old name');
  const other = await context.newPage();
  await other.goto('/dashboard/settings');
  await whenHydrated(other);
  await other.getByLabel('Name', { exact: true }).fill('New name');
  await other.getByRole('button', { name: 'Rename' }).click();
  await expect(other.getByText('Name changed.')).toBeVisible();
  await expect(name).toHaveValue('New name');
  await expect(page.getByRole('button', { name: 'Rename' })).toBeDisabled();
});

test('ending a session moves the focus to one of the remaining sessions', async ({
  page,
  merchant,
  signIn,
}) => {
  const { db } = merchant.base;
  const { id } = await createMerchant(db, 'Sessions', new Date());
  await signIn('member', id);
  const [own] = await db.select().from(userSession).where(eq(userSession.merchantId, id));
  if (!own) throw new Error('there is a session');
  await db.insert(userSession).values(['a', 'b'].map((end) => ({ ...own, id: own.id + end })));
  await page.goto('/dashboard/settings');
  const sessions = page.getByRole('button', { name: 'End the session of' });
  await expect(sessions).toHaveCount(2);
  await sessions.first().press('Enter');
  await expect(sessions).toHaveCount(1);
  await expect(page.locator('ul:focus')).toContainText('Current');
  await page.getByRole('button', { name: 'End other sessions' }).press('Enter');
  await expect(sessions).toHaveCount(0);
  await expect(page.locator('ul:focus')).toContainText('Current');
});

test('after another tab has switched the merchant, an open form is never sent to the new merchant', async ({
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
  await expect(dialog.getByText('You have switched to another merchant since')).toBeVisible();
  expect(await db.$count(invitation)).toBe(before);
});

test('a user sees their own session in the settings, and turns off keyboard shortcuts there', async ({
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

test('a member sets a name in the settings, and sees the name in the sidebar and the team', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await createMerchant(merchant.base.db, 'Named', new Date());
  await signIn('owner', id);
  await page.goto('/dashboard/settings');
  await page.getByLabel('Your name').fill('Lea Kern');
  await page.getByRole('button', { name: 'Save your name' }).click();
  await expect(page.getByText('Your name changed.')).toBeVisible();
  await expect(page.getByRole('complementary')).toContainText('LKLea Kern,owner');
  await page.goto('/dashboard/team');
  await expect(page.getByRole('row').filter({ hasText: 'Lea Kern (you)' })).toContainText('@');
});
