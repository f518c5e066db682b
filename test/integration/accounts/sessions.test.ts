import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { appUser, membership, userSession } from '@/db/schema/people';
import { changePassword } from '@/lib/accounts/change-password';
import { checkPassword } from '@/lib/accounts/check-password';
import { createMerchant } from '@/lib/accounts/create-merchant';
import { hashPassword } from '@/lib/accounts/hash-password';
import { listSessions } from '@/lib/accounts/list-sessions';
import { endSession, openSession } from '@/lib/accounts/open-session';
import { readSession } from '@/lib/accounts/read-session';
import { removeMember } from '@/lib/accounts/remove-member';
import { revokeOtherSessions, revokeSession } from '@/lib/accounts/revoke-sessions';
import { switchMerchant } from '@/lib/accounts/switch-merchant';
import { createThrottle } from '@/lib/accounts/throttle';
import type { Member } from '@/lib/domain/actor';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { createTestOwner, signInAgain, testVisitor } from '@/test/support/users';

let owner: Member;

const base = await openForTestFile(createTestDatabase());
beforeEach(async () => {
  owner = await createTestOwner(base.db);
});

const runs = async (sessionId: string, now = new Date()) =>
  (await readSession(base.db, sessionId, now)) !== undefined;

describe('a session', () => {
  test('a session is read with its user, the selected merchant and the user’s role there', async () => {
    expect(await readSession(base.db, owner.sessionId, new Date())).toMatchObject({
      userId: owner.userId,
      merchant: { id: owner.merchantId, name: 'Test shop', role: 'owner' },
    });
  });

  test('a session ends permanently at sign-out', async () => {
    const other = await signInAgain(base.db, owner.userId);
    await endSession(base.db, other.sessionId, new Date());
    expect(await runs(other.sessionId)).toBe(false);
    expect(await runs(owner.sessionId)).toBe(true);
  });

  test('a session ends thirty days after its sign-in, even if it stays in use', async () => {
    const signedInAt = new Date('2026-05-01T00:00:00Z');
    const { sessionId } = await signInAgain(base.db, owner.userId, signedInAt);
    expect(await runs(sessionId, new Date('2026-05-30T23:59:59Z'))).toBe(true);
    expect(await runs(sessionId, new Date('2026-05-31T00:00:00Z'))).toBe(false);
  });

  test('a session ends when a user signs in again in the same browser', async () => {
    const visitor = testVisitor();
    const { userId, sessionId } = owner;
    const next = await openSession(
      base.db,
      { userId, factor: 'password', visitor, replaces: sessionId },
      new Date(),
    );
    expect(next.id).not.toBe(sessionId);
    expect(await runs(sessionId)).toBe(false);
  });

  test('a session records the time of its last use, accurate to a few minutes', async () => {
    const at = new Date('2026-05-01T00:00:00Z');
    const later = new Date('2026-05-01T01:00:00Z');
    const { sessionId } = await signInAgain(base.db, owner.userId, at);
    await readSession(base.db, sessionId, new Date('2026-05-01T00:01:00Z'));
    const seen = async () => {
      const [row] = await base.db.select().from(userSession).where(eq(userSession.id, sessionId));
      return row?.lastSeenAt;
    };
    expect(await seen()).toEqual(at);
    await readSession(base.db, sessionId, later);
    expect(await seen()).toEqual(later);
  });

  test('a session is not found for an unknown id', async () => {
    expect(await runs('')).toBe(false);
    expect(await runs('ses_unknown')).toBe(false);
  });
});

describe('a user’s own sessions', () => {
  test('a user’s own sessions are listed with their origin, and the current one is marked', async () => {
    const ended = await signInAgain(base.db, owner.userId);
    await endSession(base.db, ended.sessionId, new Date());
    const phone = await signInAgain(base.db, owner.userId);
    await signInAgain(base.db, (await createTestOwner(base.db)).userId);
    const list = await listSessions(base.db, owner, new Date());
    expect(list).toMatchObject([
      { id: phone.sessionId, current: false, ip: '192.0.2.1', userAgent: 'Test/1.0' },
      { id: owner.sessionId, current: true },
    ]);
    expect(list).toHaveLength(2);
  });

  test('users can revoke their own sessions one by one', async () => {
    const phone = await signInAgain(base.db, owner.userId);
    await revokeSession(base.db, owner, phone.sessionId, new Date());
    expect(await runs(phone.sessionId)).toBe(false);
  });

  test('a user cannot revoke a teammate’s session, and the attempt returns not found', async () => {
    const member = await createTestActor(base.db, owner.merchantId, 'member');
    await expect(revokeSession(base.db, owner, member.sessionId, new Date())).rejects.toMatchObject(
      { code: 'not_found' },
    );
    expect(await runs(member.sessionId)).toBe(true);
  });

  test('users can end all of their own sessions except the current one', async () => {
    const others = [
      await signInAgain(base.db, owner.userId),
      await signInAgain(base.db, owner.userId),
    ];
    const stranger = await createTestOwner(base.db);
    expect(await revokeOtherSessions(base.db, owner, new Date())).toBe(2);
    expect(await Promise.all(others.map(({ sessionId }) => runs(sessionId)))).toEqual([
      false,
      false,
    ]);
    expect(await runs(owner.sessionId)).toBe(true);
    expect(await runs(stranger.sessionId)).toBe(true);
  });
});

describe('a new password', () => {
  const current = 'the current password';
  const next = 'the next password, longer';
  const change = (given: { current: string; next: string }, throttle = createThrottle()) =>
    changePassword({ db: base.db, throttle }, owner, given, new Date());

  async function givePassword() {
    const passwordHash = await hashPassword(current);
    await base.db.update(appUser).set({ passwordHash }).where(eq(appUser.id, owner.userId));
  }

  test('a new password replaces the old password and ends every other session', async () => {
    await givePassword();
    const phone = await signInAgain(base.db, owner.userId);
    await change({ current, next });
    const { email } = phone;
    const check = (password: string) =>
      checkPassword(
        { db: base.db, throttle: createThrottle() },
        { email, password },
        testVisitor(),
      );
    expect((await check(next)).userId).toBe(owner.userId);
    await expect(check(current)).rejects.toMatchObject({ code: 'not_signed_in' });
    expect([await runs(phone.sessionId), await runs(owner.sessionId)]).toEqual([false, true]);
  });

  test('a new password ends a sign-in that was started with the old password', async () => {
    await givePassword();
    const { email } = await signInAgain(base.db, owner.userId);
    const deps = { db: base.db, throttle: createThrottle() };
    const checked = await checkPassword(deps, { email, password: current }, testVisitor());
    await change({ current, next });
    const opening = openSession(
      base.db,
      { ...checked, factor: 'password', visitor: testVisitor() },
      new Date(),
    );
    await expect(opening).rejects.toMatchObject({ code: 'not_signed_in' });
    const left = await listSessions(base.db, owner, new Date());
    expect(left.map(({ id }) => id)).toEqual([owner.sessionId]);
  });

  test('to set a new password, a user must enter the current password, and wrong guesses are limited', async () => {
    await givePassword();
    const limit = { points: 2, duration: 900 };
    const throttle = createThrottle({ pair: limit, address: limit, user: limit, signUp: limit });
    const wrong = { current: 'not the current one', next };
    const refused = { errors: [{ pointer: 'current', code: 'wrong_password' }] };
    await expect(change(wrong, throttle)).rejects.toMatchObject(refused);
    await expect(change(wrong, throttle)).rejects.toMatchObject(refused);
    await expect(change({ current, next }, throttle)).rejects.toMatchObject({
      code: 'rate_limited',
    });
  });

  test('a user can set a new password while others fail to sign in with the same e-mail address', async () => {
    await givePassword();
    const limit = { points: 1, duration: 900 };
    const throttle = createThrottle({ pair: limit, address: limit, user: limit, signUp: limit });
    const { email } = await signInAgain(base.db, owner.userId);
    await throttle.attemptSignIn(email, testVisitor());
    await change({ current, next }, throttle);
  });

  test('a weak new password is rejected', async () => {
    await givePassword();
    await expect(change({ current, next: 'weak' })).rejects.toMatchObject({
      errors: [{ pointer: 'password', code: 'password_too_weak' }],
    });
  });

  test('a user who has always signed in through a provider can set a first password', async () => {
    await change({ current: '', next });
    const [user] = await base.db.select().from(appUser).where(eq(appUser.id, owner.userId));
    expect(user?.passwordHash).toMatch(/^\$argon2id\$/);
  });
});

describe('the selected merchant', () => {
  test('switching to a merchant changes no other session, and the next sign-in starts with this merchant', async () => {
    const { id } = await createMerchant(base.db, 'Second shop', new Date());
    const { userId, sessionId } = owner;
    await base.db
      .insert(membership)
      .values({ merchantId: id, userId, role: 'viewer', createdAt: new Date() });
    const phone = await signInAgain(base.db, userId);
    await switchMerchant(base.db, owner, id);
    const inView = async (session: string) =>
      (await readSession(base.db, session, new Date()))?.merchant;
    expect(await inView(sessionId)).toEqual({ id, name: 'Second shop', role: 'viewer' });
    expect(await inView(phone.sessionId)).toMatchObject({ id: owner.merchantId, role: 'owner' });
    await switchMerchant(base.db, phone, id);
    expect((await signInAgain(base.db, userId)).merchant).toMatchObject({ id });
  });

  test('a user can select only merchants that they are a member of', async () => {
    const stranger = await createTestOwner(base.db);
    await expect(switchMerchant(base.db, owner, stranger.merchantId)).rejects.toMatchObject({
      code: 'not_found',
    });
    await base.db
      .update(userSession)
      .set({ merchantId: stranger.merchantId })
      .where(eq(userSession.id, owner.sessionId));
    const signedIn = await readSession(base.db, owner.sessionId, new Date());
    expect(signedIn?.merchant).toMatchObject({ id: owner.merchantId });
  });

  test('the selected merchant is null as soon as a user is removed from their only team', async () => {
    const member = await createTestActor(base.db, owner.merchantId, 'member');
    await removeMember(base.db, owner, member.userId, new Date());
    const signedIn = await readSession(base.db, member.sessionId, new Date());
    expect(signedIn).toMatchObject({ userId: member.userId, merchant: null });
  });
});
