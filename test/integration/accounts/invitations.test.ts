import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { appUser, auditEntry, invitation } from '@/db/schema/people';
import { acceptInvitation, joinAsNewUser } from '@/lib/accounts/accept-invitation';
import { changeRole } from '@/lib/accounts/change-role';
import { inviteMember } from '@/lib/accounts/invite-member';
import { listInvitations } from '@/lib/accounts/list-invitations';
import { listMembers } from '@/lib/accounts/list-members';
import { readInvitation } from '@/lib/accounts/read-invitation';
import { readSession, type SignedInSession } from '@/lib/accounts/read-session';
import { revokeInvitation } from '@/lib/accounts/revoke-invitation';
import { createThrottle } from '@/lib/accounts/throttle';
import type { Member } from '@/lib/domain/actor';
import type { Role } from '@/lib/domain/roles';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { createTestOwner, testVisitor } from '@/test/support/users';

let owner: Member;

const base = await openForTestFile(createTestDatabase());
beforeEach(async () => {
  owner = await createTestOwner(base.db);
});

const now = new Date();
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000);
const password = 'a long enough password';

const emailOf = async ({ userId }: { userId: string }) => {
  const [user] = await base.db.select().from(appUser).where(eq(appUser.id, userId));
  return user?.email ?? '';
};
const invite = (email: string, role: Role = 'member', actor = owner) =>
  inviteMember(base.db, actor, { email, role }, now);
const signedInAs = async (actor: Member) =>
  (await readSession(base.db, actor.sessionId, now)) as SignedInSession;
const accept = async (token: string, actor: Member, at = now) =>
  acceptInvitation(
    base.db,
    { token, signedIn: await signedInAs(actor), visitor: testVisitor() },
    at,
  );
const join = (token: string, at = now, throttle = createThrottle()) =>
  joinAsNewUser({ db: base.db, throttle }, { token, password, visitor: testVisitor() }, at);
const rolesOf = async (actor = owner) =>
  (await listMembers(base.db, actor)).map(({ role }) => role);

describe('an invitation', () => {
  test('an invitation can be accepted even after the IP address has reached the limit on failed attempts', async () => {
    const limit = { points: 1, duration: 900 };
    const throttle = createThrottle({ pair: limit, address: limit, user: limit, signUp: limit });
    const { token } = await invite('fay@example.com');
    for (const code of ['not_found', 'rate_limited']) {
      await expect(join('no invitation', now, throttle)).rejects.toMatchObject({ code });
    }
    await join(token, now, throttle);
  });

  test('accepting an invitation adds the user to the merchant and switches the user’s session to that merchant', async () => {
    const guest = await createTestOwner(base.db);
    const { token } = await invite(await emailOf(guest), 'viewer');
    expect(await readInvitation(base.db, token, now)).toEqual({
      email: await emailOf(guest),
      role: 'viewer',
      merchantName: 'Test shop',
      invitedBy: await emailOf(owner),
      registered: true,
    });
    await accept(token, guest);
    expect((await signedInAs(guest)).merchant).toMatchObject({
      id: owner.merchantId,
      role: 'viewer',
    });
  });

  test('an invitation can be accepted only once, even by concurrent attempts', async () => {
    const guest = await createTestOwner(base.db);
    const { token } = await invite(await emailOf(guest));
    const uses = await Promise.allSettled([accept(token, guest), accept(token, guest)]);
    expect(uses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(accept(token, guest)).rejects.toMatchObject({ code: 'not_found' });
    const fresh = await invite('new@example.com');
    const joins = await Promise.allSettled([join(fresh.token), join(fresh.token)]);
    expect(joins.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readInvitation(base.db, fresh.token, now)).toBeUndefined();
  });

  test('an invitation expires after seven days', async () => {
    const { token, expiresAt } = await invite('late@example.com');
    expect(expiresAt).toEqual(inDays(7));
    expect(await readInvitation(base.db, token, inDays(6.9))).toBeDefined();
    expect(await readInvitation(base.db, token, inDays(7))).toBeUndefined();
    await expect(join(token, inDays(7))).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a user with another e-mail address cannot accept an invitation, which stays valid for the invited address', async () => {
    const guest = await createTestOwner(base.db);
    const { token } = await invite('someone@example.com');
    await expect(accept(token, guest)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await rolesOf()).toEqual(['owner']);
    await join(token);
    expect((await rolesOf()).sort()).toEqual(['member', 'owner']);
  });

  test('an invitation to the e-mail address of an existing user creates no second user', async () => {
    const guest = await createTestOwner(base.db);
    const { token } = await invite(await emailOf(guest));
    await expect(join(token)).rejects.toMatchObject({ errors: [{ code: 'email_in_use' }] });
    expect(await readInvitation(base.db, token, now)).toBeDefined();
  });

  test('an invitation cannot be revoked by an owner who was demoted after the request was authorized', async () => {
    const former = await createTestActor(base.db, owner.merchantId);
    const { id, token } = await invite('hal@example.com');
    await changeRole(base.db, owner, { userId: former.userId, role: 'member' }, now);
    await expect(revokeInvitation(base.db, former, id, now)).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await readInvitation(base.db, token, now)).toMatchObject({ email: 'hal@example.com' });
  });

  test('an invitation is void after it is revoked or replaced', async () => {
    const first = await invite('twice@example.com', 'viewer');
    const second = await invite('Twice@example.com', 'member');
    await expect(join(first.token)).rejects.toMatchObject({ code: 'not_found' });
    expect((await listInvitations(base.db, owner)).map(({ id }) => id)).toEqual([second.id]);
    await revokeInvitation(base.db, owner, second.id, now);
    await expect(join(second.token)).rejects.toMatchObject({ code: 'not_found' });
    expect(await listInvitations(base.db, owner)).toEqual([]);
  });

  test('an invitation is rejected if it is for an existing member', async () => {
    const member = await createTestActor(base.db, owner.merchantId, 'viewer');
    await expect(invite(await emailOf(member), 'owner')).rejects.toMatchObject({
      errors: [{ pointer: 'email', code: 'already_member' }],
    });
  });

  test('an invitation is stored without the token of its link', async () => {
    const { token, id } = await invite('kept@example.com');
    const rows = await base.db.select().from(invitation).where(eq(invitation.id, id));
    const log = await base.db.select().from(auditEntry).where(eq(auditEntry.subject, id));
    expect(JSON.stringify([rows, log])).not.toContain(token);
  });
});
