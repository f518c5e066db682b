import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { appUser } from '@/db/schema/people';
import { checkPassword } from '@/lib/accounts/check-password';
import { hashPassword, matchesPassword } from '@/lib/accounts/hash-password';
import { signUp } from '@/lib/accounts/sign-up';
import { createThrottle, type Throttle } from '@/lib/accounts/throttle';
import type { Problem } from '@/lib/domain/problems';
import { createTestDatabase } from '@/test/support/database';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { startTestPasswordThread } from '@/test/support/password-worker';
import { testVisitor } from '@/test/support/users';

let userId: string;

const now = new Date('2026-05-01T00:00:00Z');
const email = 'ann@example.com';
const password = 'a long enough pässword';

const base = await openForTestFile(createTestDatabase());

beforeAll(async () => {
  const deps = { db: base.db, throttle: createThrottle(), rule: 'open' as const };
  const account = await signUp(deps, { merchantName: 'Acme', email, password }, testVisitor(), now);
  userId = account.userId;
});

const attempt = (
  throttle: Throttle,
  given: { email?: string; password?: string; ip?: string } = {},
): Promise<string> =>
  checkPassword(
    { db: base.db, throttle },
    { email: given.email ?? email, password: given.password ?? password },
    testVisitor(given.ip),
  ).then((user) => user.userId);

const codeOf = (attempt: Promise<string>) =>
  attempt.then(
    () => 'in',
    (error: { code: string }) => error.code,
  );

const limits = (points: number, high = 1_000) => {
  const of = (count: number) => ({ points: count, duration: 900 });
  return { pair: of(points), address: of(high), user: of(high), signUp: of(high) };
};

describe('a password', () => {
  test('a password is stored as an Argon2id hash with its own salt and OWASP’s recommended parameters', async () => {
    const [row] = await base.db.select().from(appUser).where(eq(appUser.id, userId));
    expect(row?.passwordHash).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
    );
    expect(await hashPassword(password)).not.toBe(await hashPassword(password));
  });

  test('a user can sign in with any case of the e-mail address and any Unicode form of the password', async () => {
    const throttle = createThrottle();
    expect(await attempt(throttle)).toBe(userId);
    expect(await attempt(throttle, { email: ' ANN@Example.com' })).toBe(userId);
    expect(await attempt(throttle, { password: password.normalize('NFD') })).toBe(userId);
  });

  test('a wrong password and an unknown e-mail address get the same response', async () => {
    const throttle = createThrottle();
    const answers = await Promise.allSettled([
      attempt(throttle, { password: 'a wrong password' }),
      attempt(throttle, { email: 'nobody@example.com' }),
    ]);
    const [wrong, unknown] = answers.map((one) => one.status === 'rejected' && one.reason);
    expect(wrong).toMatchObject({ code: 'not_signed_in' });
    expect(unknown).toEqual(wrong);
  });

  test('a password is hashed even for an unknown e-mail address, so the response takes as long as usual', async () => {
    expect(await matchesPassword('', null)).toBe(false);
    expect(await matchesPassword(password, null)).toBe(false);
  });
});

describe('the limit on sign-in attempts', () => {
  test('after too many failed attempts, a user’s correct password is refused from the same IP address', async () => {
    const throttle = createThrottle(limits(3));
    const wrong = { password: 'a wrong password' };
    for (const expected of ['not_signed_in', 'not_signed_in', 'not_signed_in', 'rate_limited']) {
      expect(await codeOf(attempt(throttle, wrong))).toBe(expected);
    }
    expect(await codeOf(attempt(throttle))).toBe('rate_limited');
    expect(await codeOf(attempt(throttle, { ip: '192.0.2.2' }))).toBe('in');
  });

  test('the sign-in limit counts each parallel attempt before its password is checked', async () => {
    const throttle = createThrottle(limits(3));
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => codeOf(attempt(throttle, { password: 'a wrong password' }))),
    );
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(5);
  });

  test('the sign-in limit is reset by a successful sign-in', async () => {
    const throttle = createThrottle({ ...limits(2), address: { points: 2, duration: 900 } });
    for (let round = 0; round < 4; round += 1) expect(await codeOf(attempt(throttle))).toBe('in');
    for (let round = 0; round < 2; round += 1) {
      await codeOf(attempt(throttle, { password: 'a wrong password' }));
      expect(await codeOf(attempt(throttle))).toBe(round === 0 ? 'in' : 'rate_limited');
    }
  });

  test('the sign-in limit does not count attempts that a busy server did not check', async () => {
    const throttle = createThrottle(limits(2, 2));
    const thread = await startTestPasswordThread();
    try {
      const flood = Array.from({ length: 64 }, () => hashPassword(password));
      for (let n = 0; n < 5; n += 1) expect(await codeOf(attempt(throttle))).toBe('server_busy');
      await Promise.all(flood);
    } finally {
      thread.remove();
    }
    expect(await attempt(throttle)).toBe(userId);
  });

  test('the sign-in limit per IP address counts the attempts for all users', async () => {
    const throttle = createThrottle({ ...limits(10), address: { points: 2, duration: 900 } });
    const guess = (name: string) => codeOf(attempt(throttle, { email: `${name}@example.com` }));
    expect([await guess('a'), await guess('b'), await guess('c')]).toEqual([
      'not_signed_in',
      'not_signed_in',
      'rate_limited',
    ]);
  });

  test('the sign-in limit per user counts attempts from all IP addresses, and its error states when to retry', async () => {
    const throttle = createThrottle({ ...limits(10), user: { points: 1, duration: 900 } });
    await codeOf(attempt(throttle, { password: 'wrong', ip: '192.0.2.7' }));
    const refusal = await attempt(throttle, { ip: '192.0.2.8' }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'rate_limited',
      detail: expect.stringMatching(/^Too many attempts\. Wait 1[45] minutes, then try again\.$/),
    });
    // The wait counts from the first attempt, so some of its 900 s have passed.
    const { retryAfterSeconds } = refusal as Problem;
    expect(retryAfterSeconds).toBeGreaterThan(800);
    expect(retryAfterSeconds).toBeLessThanOrEqual(900);
  });
});
