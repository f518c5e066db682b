import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { Db } from '@/db/client';
import { appUser, userSession } from '@/db/schema/people';
import { changePassword } from '@/lib/accounts/change-password';
import { hashPassword, matchesPassword } from '@/lib/accounts/hash-password';
import { readSession } from '@/lib/accounts/read-session';
import { resetPassword } from '@/lib/accounts/reset-password';
import { revokeSession } from '@/lib/accounts/revoke-sessions';
import { createThrottle } from '@/lib/accounts/throttle';
import type { Member } from '@/lib/domain/actor';
import { createTestDatabase } from '@/test/support/database';
import { waitForLockWaiters } from '@/test/support/lock-waits';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { createTestOwner, signInAgain } from '@/test/support/users';

const current = 'the current password';
const next = 'the next password, longer';

let owner: Member;

const base = await openForTestFile(createTestDatabase());
beforeEach(async () => {
  owner = await createTestOwner(base.db);
});

const setPassword = async (db: Db, password: string) => {
  const passwordHash = await hashPassword(password);
  await db.update(appUser).set({ passwordHash }).where(eq(appUser.id, owner.userId));
};

const isPassword = async (password: string) => {
  const [user] = await base.db.select().from(appUser).where(eq(appUser.id, owner.userId));
  return matchesPassword(password, user?.passwordHash ?? null);
};

/** Changes the password, and runs `event` after the current password was checked. */
async function changeDuring(given: string, event: (tx: Db) => Promise<unknown>) {
  const { refusal } = await base.db.transaction(async (tx) => {
    await tx.select().from(appUser).where(eq(appUser.id, owner.userId)).for('no key update');
    const change = changePassword(
      { db: base.db, throttle: createThrottle() },
      owner,
      { current: given, next },
      new Date(),
    );
    const refusal = change.catch((error: unknown) => error);
    await waitForLockWaiters('the change waits to write', base.db);
    await event(tx);
    return { refusal };
  });
  return refusal;
}

test('a first password can be set within ten minutes of a sign-in, without a current password', async () => {
  const change = (current: string, now: Date) => {
    const deps = { db: base.db, throttle: createThrottle() };
    return changePassword(deps, owner, { current, next }, now);
  };
  const signedInAt = new Date();
  await base.db
    .update(userSession)
    .set({ createdAt: signedInAt })
    .where(eq(userSession.id, owner.sessionId));
  const after = (ms: number) => new Date(signedInAt.getTime() + ms);
  const refused = { errors: [{ pointer: 'current', code: 'sign_in_again' }] };
  for (const ms of [600_001, -600_001]) {
    await expect(change('', after(ms))).rejects.toMatchObject(refused);
  }
  await change('', after(600_000));
  expect(await isPassword(next)).toBe(true);
  // Once a user has a password, they must enter it even in a new session.
  await expect(change('', after(0))).rejects.toMatchObject({
    errors: [{ code: 'wrong_password' }],
  });
});

test.each([
  ['a user with a password', current],
  ['a user without a password', ''],
])('a password change by %s cannot undo a concurrent reset by the operator', async (_, given) => {
  if (given !== '') await setPassword(base.db, given);
  const { email } = await signInAgain(base.db, owner.userId);
  let password = '';
  const refusal = await changeDuring(given, async (tx) => {
    ({ password } = await resetPassword(tx, email, new Date()));
  });
  expect(refusal).toMatchObject({ code: 'not_signed_in' });
  expect(await isPassword(password)).toBe(true);
});

test('a password change fails if the password has changed since the current password was checked', async () => {
  await setPassword(base.db, current);
  const refusal = await changeDuring(current, (tx) => setPassword(tx, 'from another session'));
  expect(refusal).toMatchObject({ code: 'not_signed_in' });
  expect(await isPassword('from another session')).toBe(true);
});

test('a password change fails if its session is revoked while the change is in progress', async () => {
  await setPassword(base.db, current);
  const phone = await signInAgain(base.db, owner.userId);
  const { sessionId } = owner;
  const refusal = await changeDuring(current, () =>
    revokeSession(base.db, { ...owner, sessionId: phone.sessionId }, sessionId, new Date()),
  );
  expect(refusal).toMatchObject({ code: 'not_signed_in' });
  expect(await isPassword(current)).toBe(true);
  expect(await readSession(base.db, phone.sessionId, new Date())).toBeDefined();
});

test.each([
  ['a user with a password', current],
  ['a user without a password', ''],
])(
  '%s is limited to a few password changes over all sessions, even with the right password',
  async (_, given) => {
    if (given !== '') await setPassword(base.db, given);
    const limit = { points: 2, duration: 900 };
    const throttle = createThrottle({ pair: limit, address: limit, user: limit, signUp: limit });
    const change = async (password: string) => {
      const { sessionId } = await signInAgain(base.db, owner.userId);
      const actor = { ...owner, sessionId };
      const passwords = { current: given, next: password };
      return changePassword({ db: base.db, throttle }, actor, passwords, new Date());
    };
    const weak = { errors: [{ code: 'password_too_weak' }] };
    await expect(change('weak')).rejects.toMatchObject(weak);
    await expect(change('weak')).rejects.toMatchObject(weak);
    await expect(change(next)).rejects.toMatchObject({ code: 'rate_limited' });
  },
);
