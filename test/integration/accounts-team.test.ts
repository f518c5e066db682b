import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appUser, auditEntry, invitation } from '@/db/schema/people';
import { acceptInvitation, joinByInvitation } from '@/lib/accounts/accept-invitation';
import type { Actor, Role } from '@/lib/accounts/acting';
import { changeRole } from '@/lib/accounts/change-role';
import { inviteMember } from '@/lib/accounts/invite-member';
import { listAuditEntries } from '@/lib/accounts/list-audit-entries';
import { listInvitations } from '@/lib/accounts/list-invitations';
import { listMembers } from '@/lib/accounts/list-members';
import { readInvitation } from '@/lib/accounts/read-invitation';
import { readSession, type SignedIn } from '@/lib/accounts/read-session';
import { removeMember } from '@/lib/accounts/remove-member';
import { renameMerchant } from '@/lib/accounts/rename-merchant';
import { revokeInvitation } from '@/lib/accounts/revoke-invitation';
import { createThrottle } from '@/lib/accounts/throttle';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestOwner, testVisitor } from '@/test/support/people';

let base: TestDatabase;
let owner: Actor;

beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.drop());
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
const signedInAs = async (actor: Actor) =>
  (await readSession(base.db, actor.sessionId, now)) as SignedIn;
const accept = async (token: string, actor: Actor, at = now) =>
  acceptInvitation(
    base.db,
    { token, signedIn: await signedInAs(actor), visitor: testVisitor() },
    at,
  );
const join = (token: string, at = now) =>
  joinByInvitation(
    { db: base.db, throttle: createThrottle() },
    { token, password, visitor: testVisitor() },
    at,
  );
const rolesOf = async (actor = owner) =>
  (await listMembers(base.db, actor)).map(({ role }) => role);

describe('an invitation', () => {
  test('makes who accepts it a member, and turns their session to the merchant', async () => {
    const guest = await createTestOwner(base.db);
    const { token } = await invite(await emailOf(guest), 'viewer');
    expect(await readInvitation(base.db, token, now)).toEqual({
      email: await emailOf(guest),
      role: 'viewer',
      merchantName: 'Test shop',
      invitedBy: await emailOf(owner),
      hasAccount: true,
    });
    await accept(token, guest);
    expect((await signedInAs(guest)).merchant).toMatchObject({
      id: owner.merchantId,
      role: 'viewer',
    });
  });

  test('is good for one use, also of several at once', async () => {
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

  test('ends after seven days', async () => {
    const { token, expiresAt } = await invite('late@example.com');
    expect(expiresAt).toEqual(inDays(7));
    expect(await readInvitation(base.db, token, inDays(6.9))).toBeDefined();
    expect(await readInvitation(base.db, token, inDays(7))).toBeUndefined();
    await expect(join(token, inDays(7))).rejects.toMatchObject({ code: 'not_found' });
  });

  test('for another e-mail address is refused and stays open', async () => {
    const guest = await createTestOwner(base.db);
    const { token } = await invite('someone@example.com');
    await expect(accept(token, guest)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await rolesOf()).toEqual(['owner']);
    await join(token);
    expect((await rolesOf()).sort()).toEqual(['member', 'owner']);
  });

  test('of an address with an account makes no second account', async () => {
    const guest = await createTestOwner(base.db);
    const { token } = await invite(await emailOf(guest));
    await expect(join(token)).rejects.toMatchObject({ errors: [{ code: 'email_in_use' }] });
    expect(await readInvitation(base.db, token, now)).toBeDefined();
  });

  test('that was taken back, or followed by another one, is worth nothing', async () => {
    const first = await invite('twice@example.com', 'viewer');
    const second = await invite('Twice@example.com', 'member');
    await expect(join(first.token)).rejects.toMatchObject({ code: 'not_found' });
    expect((await listInvitations(base.db, owner)).map(({ id }) => id)).toEqual([second.id]);
    await revokeInvitation(base.db, owner, second.id, now);
    await expect(join(second.token)).rejects.toMatchObject({ code: 'not_found' });
    expect(await listInvitations(base.db, owner)).toEqual([]);
  });

  test('of who is in the team already is refused', async () => {
    const member = await createTestActor(base.db, owner.merchantId, 'viewer');
    await expect(invite(await emailOf(member), 'owner')).rejects.toMatchObject({
      errors: [{ pointer: 'email', code: 'already_member' }],
    });
  });

  test('is kept without the token of its link', async () => {
    const { token, id } = await invite('kept@example.com');
    const rows = await base.db.select().from(invitation).where(eq(invitation.id, id));
    const log = await base.db.select().from(auditEntry).where(eq(auditEntry.subject, id));
    expect(JSON.stringify([rows, log])).not.toContain(token);
  });
});

describe('what each role may do', () => {
  type Deed = (actor: Actor, target: string) => Promise<unknown>;
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
    'rename the merchant': {
      by: ['owner'],
      deed: (a) => renameMerchant(base.db, a, 'Another name', now),
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

  test.each(table)('$role, to $name: $answer', async ({ role, deed, answer }) => {
    const actor = await createTestActor(base.db, owner.merchantId, role);
    const target = await createTestActor(base.db, owner.merchantId, 'member');
    const result = await deed(actor, target.userId).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
    expect(result).toBe(answer);
  });
});

describe('the last owner', () => {
  const refused = { code: 'forbidden', detail: expect.stringContaining('needs an owner') };

  test('can neither step down nor leave', async () => {
    await createTestActor(base.db, owner.merchantId, 'member');
    const { userId } = owner;
    await expect(changeRole(base.db, owner, { userId, role: 'member' }, now)).rejects.toMatchObject(
      refused,
    );
    await expect(removeMember(base.db, owner, userId, now)).rejects.toMatchObject(refused);
    expect(await rolesOf()).toEqual(['owner', 'member']);
  });

  test('is left over when two owners demote or remove each other at once', async () => {
    for (const act of [
      (a: Actor, b: Actor) => changeRole(base.db, a, { userId: b.userId, role: 'viewer' }, now),
      (a: Actor, b: Actor) => removeMember(base.db, a, b.userId, now),
    ]) {
      const first = await createTestOwner(base.db);
      const second = await createTestActor(base.db, first.merchantId, 'owner');
      const acts = await Promise.allSettled([act(first, second), act(second, first)]);
      expect(acts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await rolesOf(first)).filter((role) => role === 'owner')).toHaveLength(1);
    }
  });

  test('may go once there is another', async () => {
    const second = await createTestActor(base.db, owner.merchantId, 'member');
    await changeRole(base.db, owner, { userId: second.userId, role: 'owner' }, now);
    await removeMember(base.db, owner, owner.userId, now);
    expect(await rolesOf(second)).toEqual(['owner']);
  });
});

describe('another merchant’s', () => {
  test('members, invitations and names are out of reach: not found, unchanged', async () => {
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
    await renameMerchant(base.db, owner, 'Mine alone', now);
    expect((await signedInAs(stranger)).merchant).toMatchObject({
      name: 'Test shop',
      role: 'owner',
    });
    expect(await readInvitation(base.db, theirs.token, now)).toBeDefined();
    expect(await listInvitations(base.db, owner)).toEqual([]);
    expect((await listMembers(base.db, owner)).map((one) => one.userId)).toEqual([owner.userId]);
  });
});
