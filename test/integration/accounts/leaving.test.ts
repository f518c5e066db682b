import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { appUser, auditEntry } from '@/db/schema/people';
import { acceptInvitation } from '@/lib/accounts/accept-invitation';
import { changeMerchantSetting } from '@/lib/accounts/change-merchant-setting';
import { changeRole } from '@/lib/accounts/change-role';
import { inviteMember } from '@/lib/accounts/invite-member';
import { listInvitations } from '@/lib/accounts/list-invitations';
import { readSession, type SignedInSession } from '@/lib/accounts/read-session';
import { removeMember } from '@/lib/accounts/remove-member';
import type { Member } from '@/lib/domain/actor';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { createTestOwner, testVisitor } from '@/test/support/users';

let owner: Member;
let leaving: Member;

const base = await openForTestFile(createTestDatabase());
beforeEach(async () => {
  owner = await createTestOwner(base.db);
  leaving = await createTestActor(base.db, owner.merchantId, 'owner');
});

const now = new Date();

const WAYS = {
  'removed from the team': () => removeMember(base.db, owner, leaving.userId, now),
  'made a member': () =>
    changeRole(base.db, owner, { userId: leaving.userId, role: 'member' }, now),
};

/** A user of another merchant, with an invitation from `by`. */
async function invitedFriend(by: Member): Promise<{ friend: Member; token: string }> {
  const friend = await createTestOwner(base.db);
  const [user] = await base.db.select().from(appUser).where(eq(appUser.id, friend.userId));
  const email = user?.email ?? '';
  const { token } = await inviteMember(base.db, by, { email, role: 'owner' }, now);
  return { friend, token };
}

test.each(Object.entries(WAYS))(
  'invitations become void when the owner who sent them is %s',
  async (_, act) => {
    const { friend, token } = await invitedFriend(leaving);
    await inviteMember(base.db, owner, { email: 'stays@example.com', role: 'viewer' }, now);
    await act();
    const signedIn = (await readSession(base.db, friend.sessionId, now)) as SignedInSession;
    const given = { token, signedIn, visitor: testVisitor() };
    await expect(acceptInvitation(base.db, given, now)).rejects.toMatchObject({
      code: 'not_found',
    });
    const open = await listInvitations(base.db, owner);
    expect(open.map(({ email }) => email)).toEqual(['stays@example.com']);
    const acts = await base.db
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.subject, leaving.userId));
    expect(acts.map(({ data }) => data)).toMatchObject([{ ended_invitations: 1 }]);
  },
);

test.each(Object.entries(WAYS))(
  'a request by an owner who was just %s cannot change the team',
  async (_, act) => {
    await act();
    for (const late of [
      () => inviteMember(base.db, leaving, { email: 'late@example.com', role: 'owner' }, now),
      () => changeRole(base.db, leaving, { userId: owner.userId, role: 'viewer' }, now),
      () => removeMember(base.db, leaving, owner.userId, now),
      () => changeMerchantSetting(base.db, leaving, 'name', 'Mine', now),
    ]) {
      await expect(late()).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(await listInvitations(base.db, owner)).toEqual([]);
  },
);
