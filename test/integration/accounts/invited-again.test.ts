import { expect, test } from 'vitest';
import { acceptInvitation } from '@/lib/accounts/accept-invitation';
import { createUser } from '@/lib/accounts/create-user';
import { inviteMember } from '@/lib/accounts/invite-member';
import { listInvitations } from '@/lib/accounts/list-invitations';
import { listMembers } from '@/lib/accounts/list-members';
import { removeMember } from '@/lib/accounts/remove-member';
import { createTestDatabase } from '@/test/support/database';
import { waitForLockWaiters } from '@/test/support/lock-waits';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { createTestOwner, signInAgain, testVisitor } from '@/test/support/users';

const base = await openForTestFile(createTestDatabase());
const now = new Date();

test('if a user is invited again while accepting an invitation, the second invitation is void once the user is removed', async () => {
  const owner = await createTestOwner(base.db);
  const email = 'again@example.com';
  const userId = await createUser(base.db, { email, passwordHash: null }, now);
  const signedIn = await signInAgain(base.db, userId);
  const invite = () => inviteMember(base.db, owner, { email, role: 'owner' }, now);
  const { token } = await invite();
  let again: Promise<{ token: string } | undefined> = Promise.resolve(undefined);
  await base.db.transaction(async (tx) => {
    await acceptInvitation(tx, { token, signedIn, visitor: testVisitor() }, now);
    again = invite().catch(() => undefined);
    await waitForLockWaiters('the second invitation', base.db);
  });
  const second = await again;
  expect(await listMembers(base.db, owner)).toHaveLength(2);
  await removeMember(base.db, owner, userId, now);
  expect(await listInvitations(base.db, owner)).toEqual([]);
  const back = acceptInvitation(
    base.db,
    { token: second?.token ?? '', signedIn, visitor: testVisitor() },
    now,
  );
  await expect(back).rejects.toMatchObject({ code: 'not_found' });
});
