import { expect } from '@playwright/test';
import { createMerchant } from '@/lib/accounts/create-merchant';
import { createUser } from '@/lib/accounts/create-user';
import { inviteMember } from '@/lib/accounts/invite-member';
import { createTestActor } from '@/test/support/actor';
import { test } from './support/merchant-test';
import { whenHydrated } from './support/when-hydrated';

test('if the invited e-mail address was registered after the invitation, the invitation’s form shows an error', async ({
  page,
  merchant,
}) => {
  const { db } = merchant.base;
  const { id } = await createMerchant(db, 'Inviting', new Date());
  const owner = await createTestActor(db, id);
  const email = 'new@shop.example';
  const { token } = await inviteMember(db, owner, { email, role: 'viewer' }, new Date());
  await page.goto(`${merchant.app.url}/invitation/${token}`);
  await whenHydrated(page);
  await createUser(db, { email, passwordHash: null }, new Date());
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('button', { name: 'Sign up and join' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'registered already' })).toBeVisible();
});
