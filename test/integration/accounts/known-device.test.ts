import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { knownDevice } from '@/db/schema/people';
import { checkPassword } from '@/lib/accounts/check-password';
import { openSession } from '@/lib/accounts/open-session';
import { readSession } from '@/lib/accounts/read-session';
import { resetPassword } from '@/lib/accounts/reset-password';
import { revokeOtherSessions, revokeSession } from '@/lib/accounts/revoke-sessions';
import { signUp } from '@/lib/accounts/sign-up';
import { createThrottle, type Throttle } from '@/lib/accounts/throttle';
import { createTestDatabase } from '@/test/support/database';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { createTestOwner, testVisitor } from '@/test/support/users';

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

/** Signs Ann in; returns `in` or the code of the refusal. */
function codeOf(
  throttle: Throttle,
  given: { password?: string; ip?: string; device?: string },
): Promise<string> {
  const visitor = { ...testVisitor(given.ip), device: given.device };
  const asked = { email, password: given.password ?? password };
  return checkPassword({ db: base.db, throttle }, asked, visitor).then(
    () => 'in',
    (error: { code: string }) => error.code,
  );
}

const limited = (points: number, high: number) => {
  const of = (count: number) => ({ points: count, duration: 900 });
  return createThrottle({ pair: of(points), address: of(high), user: of(high), signUp: of(high) });
};

describe('a device that signed in before', () => {
  const wrong = { password: 'a wrong password' };
  const signedIn = (user = userId, device?: string, at = now) =>
    openSession(
      base.db,
      { userId: user, factor: 'password', visitor: { ...testVisitor(), device } },
      at,
    );
  const ofAnn = async () => (await signedIn()).deviceToken;

  async function attacked(): Promise<Throttle> {
    const throttle = limited(2, 2);
    for (const ip of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.2']) {
      await codeOf(throttle, { ...wrong, ip });
    }
    return throttle;
  }

  test('sign-ins on a known device succeed even while the limits on failed attempts are exceeded', async () => {
    const device = await ofAnn();
    const throttle = await attacked();
    for (const ip of ['192.0.2.1', '192.0.2.3']) {
      expect(await codeOf(throttle, { ip })).toBe('rate_limited');
      expect(await codeOf(throttle, { ip, device })).toBe('in');
    }
  });

  test('each known device has its own limit of failed attempts, which other devices cannot use up', async () => {
    const device = await ofAnn();
    const throttle = limited(2, 1_000);
    const codes: string[] = [];
    for (const given of [wrong, {}, wrong, wrong, {}]) {
      codes.push(await codeOf(throttle, { ...given, device }));
    }
    expect(codes).toEqual([
      'not_signed_in',
      'in',
      'not_signed_in',
      'not_signed_in',
      'rate_limited',
    ]);
    expect(await codeOf(throttle, { device: await ofAnn() })).toBe('in');
  });

  test('neither another user’s known device nor a forged device cookie bypasses the sign-in limit', async () => {
    const stranger = await createTestOwner(base.db);
    const { deviceToken } = await signedIn(stranger.userId);
    const throttle = await attacked();
    for (const device of [deviceToken, 'made up', '']) {
      expect(await codeOf(throttle, { ip: '192.0.2.9', device })).toBe('rate_limited');
    }
  });

  test('a device stays known for all of its users after another user signs in on it', async () => {
    const stranger = await createTestOwner(base.db);
    const first = await ofAnn();
    const { deviceToken: second } = await signedIn(stranger.userId, first);
    // If this sign-in kept the cookie that it found, an attacker could plant their own device
    // cookie. They would then have a known device of this user.
    expect(second).not.toBe(first);
    expect((await signedIn(userId, second)).deviceToken).toBe(second);
    const throttle = await attacked();
    expect(await codeOf(throttle, { device: second })).toBe('in');
    expect(await codeOf(throttle, { device: first })).toBe('rate_limited');
  });

  test('known devices are stored as hashes, and each user keeps the fifty most recently used ones', async () => {
    const { userId: someone } = await createTestOwner(base.db);
    const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    const tokens: string[] = [];
    for (let at = 0; at < 52; at += 1) {
      tokens.push((await signedIn(someone, undefined, later(at))).deviceToken);
      if (at === 50) await signedIn(someone, tokens[1], later(at));
    }
    const rows = await base.db.select().from(knownDevice).where(eq(knownDevice.userId, someone));
    expect(rows).toHaveLength(50);
    expect(rows.every(({ tokenHash }) => /^[0-9a-f]{64}$/.test(tokenHash))).toBe(true);
    const kept = async (token = '') =>
      (await signedIn(someone, token, later(60))).deviceToken === token;
    expect([await kept(tokens[0]), await kept(tokens[1]), await kept(tokens[51])]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('a known device is forgotten when its session is revoked, and when the password is reset', async () => {
    const [one, two, current] = [await signedIn(), await signedIn(), await signedIn()];
    const session = await readSession(base.db, current.id, now);
    const actor = {
      kind: 'member' as const,
      userId,
      sessionId: current.id,
      merchantId: session?.merchant?.id ?? '',
      role: 'owner' as const,
    };
    const throttle = await attacked();
    const isKnown = async ({ deviceToken: device }: { deviceToken: string }) =>
      (await codeOf(throttle, { device, ip: '192.0.2.9' })) === 'in';
    await revokeSession(base.db, actor, one.id, now);
    expect([await isKnown(one), await isKnown(two)]).toEqual([false, true]);
    await revokeOtherSessions(base.db, actor, now);
    expect([await isKnown(two), await isKnown(current)]).toEqual([false, true]);
    const reset = await resetPassword(base.db, email, now);
    const given = { password: reset.password, device: current.deviceToken, ip: '192.0.2.9' };
    expect(await codeOf(throttle, given)).toBe('rate_limited');
  });
});
