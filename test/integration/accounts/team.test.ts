import { beforeEach, describe, expect, test } from 'vitest';
import { changeMerchantSetting } from '@/lib/accounts/change-merchant-setting';
import { changeRole } from '@/lib/accounts/change-role';
import { addMember } from '@/lib/accounts/create-user';
import { inviteMember } from '@/lib/accounts/invite-member';
import { listInvitations } from '@/lib/accounts/list-invitations';
import { listMembers } from '@/lib/accounts/list-members';
import { readInvitation } from '@/lib/accounts/read-invitation';
import { readSession, readSessionRoles, type SignedInSession } from '@/lib/accounts/read-session';
import { removeMember } from '@/lib/accounts/remove-member';
import { revokeInvitation } from '@/lib/accounts/revoke-invitation';
import { switchMerchant } from '@/lib/accounts/switch-merchant';
import { listAuditEntries } from '@/lib/audit/list-audit-entries';
import type { Member } from '@/lib/domain/actor';
import type { Currency } from '@/lib/domain/currency';
import type { Role } from '@/lib/domain/roles';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { createTestOwner, signInAgain } from '@/test/support/users';

let owner: Member;

const base = await openForTestFile(createTestDatabase());
beforeEach(async () => {
  owner = await createTestOwner(base.db);
});

const now = new Date();

const invite = (email: string, role: Role = 'member', actor = owner) =>
  inviteMember(base.db, actor, { email, role }, now);
const signedInAs = async (actor: Member) =>
  (await readSession(base.db, actor.sessionId, now)) as SignedInSession;
const rolesOf = async (actor = owner) =>
  (await listMembers(base.db, actor)).map(({ role }) => role);

describe('permissions of each role', () => {
  type Deed = (actor: Member, target: string) => Promise<unknown>;
  const DEEDS: Record<string, { by: Role[]; deed: Deed }> = {
    'list members': { by: ['owner', 'member', 'viewer'], deed: (a) => listMembers(base.db, a) },
    'list invitations': {
      by: ['owner', 'member', 'viewer'],
      deed: (a) => listInvitations(base.db, a),
    },
    'leave the team': {
      by: ['owner', 'member', 'viewer'],
      deed: (a) => removeMember(base.db, a, a.userId, now),
    },
    'read the audit log': {
      by: ['owner'],
      deed: (a) => listAuditEntries(base.db, a, { limit: 10 }),
    },
    invite: { by: ['owner'], deed: (a) => invite('x@example.com', 'viewer', a) },
    'take an invitation back': {
      by: ['owner'],
      deed: async (a) => revokeInvitation(base.db, a, (await invite('y@example.com')).id, now),
    },
    'change a role': {
      by: ['owner'],
      deed: (a, userId) => changeRole(base.db, a, { userId, role: 'viewer' }, now),
    },
    'remove a member': {
      by: ['owner'],
      deed: (a, userId) => removeMember(base.db, a, userId, now),
    },
    'set the display currency': {
      by: ['owner'],
      deed: (a) => changeMerchantSetting(base.db, a, 'displayCurrency', 'EUR' as Currency, now),
    },
    'rename the merchant': {
      by: ['owner'],
      deed: (a) => changeMerchantSetting(base.db, a, 'name', 'Another name', now),
    },
  };
  const table = Object.entries(DEEDS).flatMap(([name, { by, deed }]) =>
    (['owner', 'member', 'viewer'] as const).map((role) => ({
      role,
      name,
      deed,
      answer: by.includes(role) ? 'done' : 'forbidden',
    })),
  );

  test.each(table)(
    'when the $role tries to $name, the result is $answer',
    async ({ role, deed, answer }) => {
      const actor = await createTestActor(base.db, owner.merchantId, role);
      const target = await createTestActor(base.db, owner.merchantId, 'member');
      const result = await deed(actor, target.userId).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
      expect(result).toBe(answer);
    },
  );
});

describe('the last owner', () => {
  const refused = { code: 'forbidden', detail: expect.stringContaining('needs an owner') };

  test('the last owner can neither step down nor leave', async () => {
    await createTestActor(base.db, owner.merchantId, 'member');
    const { userId } = owner;
    await expect(changeRole(base.db, owner, { userId, role: 'member' }, now)).rejects.toMatchObject(
      refused,
    );
    await expect(removeMember(base.db, owner, userId, now)).rejects.toMatchObject(refused);
    expect((await rolesOf()).sort()).toEqual(['member', 'owner']);
  });

  test('if two owners concurrently demote or remove each other, one of them remains an owner', async () => {
    for (const act of [
      (a: Member, b: Member) => changeRole(base.db, a, { userId: b.userId, role: 'viewer' }, now),
      (a: Member, b: Member) => removeMember(base.db, a, b.userId, now),
    ]) {
      const first = await createTestOwner(base.db);
      const second = await createTestActor(base.db, first.merchantId, 'owner');
      const acts = await Promise.allSettled([act(first, second), act(second, first)]);
      expect(acts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await rolesOf(first)).filter((role) => role === 'owner')).toHaveLength(1);
    }
  });

  test('the last owner may leave once another owner exists', async () => {
    const second = await createTestActor(base.db, owner.merchantId, 'member');
    await changeRole(base.db, owner, { userId: second.userId, role: 'owner' }, now);
    await removeMember(base.db, owner, owner.userId, now);
    expect(await rolesOf(second)).toEqual(['owner']);
  });
});

describe('an owner', () => {
  test('an owner cannot change another merchant’s members, invitations or name', async () => {
    const stranger = await createTestOwner(base.db);
    const theirs = await inviteMember(
      base.db,
      stranger,
      { email: 'z@example.com', role: 'viewer' },
      now,
    );
    const { userId } = stranger;
    for (const attempt of [
      () => changeRole(base.db, owner, { userId, role: 'viewer' }, now),
      () => removeMember(base.db, owner, userId, now),
      () => revokeInvitation(base.db, owner, theirs.id, now),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    }
    await changeMerchantSetting(base.db, owner, 'name', 'Mine alone', now);
    expect((await signedInAs(stranger)).merchant).toMatchObject({
      name: 'Test shop',
      role: 'owner',
    });
    expect(await readInvitation(base.db, theirs.token, now)).toBeDefined();
    expect(await listInvitations(base.db, owner)).toEqual([]);
    expect((await listMembers(base.db, owner)).map((one) => one.userId)).toEqual([owner.userId]);
  });
});

test('a member’s last visit is recorded for the visited merchant, and not for other merchants', async () => {
  const [here, elsewhere] = [await createTestOwner(base.db), await createTestOwner(base.db)];
  const { userId } = await createTestActor(base.db, here.merchantId, 'viewer');
  await addMember(base.db, { merchantId: elsewhere.merchantId, userId, role: 'viewer' }, now);
  const { sessionId } = await signInAgain(base.db, userId, now);
  const seen = async (actor: Member) =>
    (await listMembers(base.db, actor)).find((one) => one.userId === userId)?.lastSeenAt;
  const visit = async (actor: Member, minutes: number) => {
    await switchMerchant(base.db, { userId, sessionId }, actor.merchantId);
    const at = new Date(now.getTime() + minutes * 60_000);
    await readSession(base.db, sessionId, at);
    return at;
  };
  expect(await seen(elsewhere)).toBeNull();
  const first = await visit(here, 10);
  expect([await seen(here), await seen(elsewhere)]).toEqual([first, null]);
  const second = await visit(elsewhere, 12);
  expect([await seen(here), await seen(elsewhere)]).toEqual([first, second]);
  const third = new Date(now.getTime() + 60 * 60_000);
  await readSessionRoles(base.db, [sessionId], third);
  expect([await seen(here), await seen(elsewhere)]).toEqual([first, third]);
});
