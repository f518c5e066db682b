import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { totpFactor } from '@/db/schema/factors';
import { appUser, auditEntry } from '@/db/schema/people';
import { confirmIdentity, proofsOf } from '@/lib/accounts/factors/confirm-identity';
import { needsSecondFactor } from '@/lib/accounts/factors/second-factors';
import { spendFactorCode } from '@/lib/accounts/factors/spend-factor-code';
import { totpCode } from '@/lib/accounts/factors/totp';
import {
  confirmTotp,
  listFactors,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
} from '@/lib/accounts/factors/totp-factor';
import { hashPassword } from '@/lib/accounts/hash-password';
import { openSession } from '@/lib/accounts/open-session';
import { readSession } from '@/lib/accounts/read-session';
import { createThrottle } from '@/lib/accounts/throttle';
import type { Member } from '@/lib/domain/actor';
import { AUTH_FACTORS } from '@/lib/domain/auth-factor';
import type { Problem } from '@/lib/domain/problems';
import { createTestDatabase } from '@/test/support/database';
import { testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { createTestOwner, testVisitor } from '@/test/support/users';

const base = await openForTestFile(createTestDatabase());
const { db } = base;
const start = new Date('2026-05-01T00:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

let owner: Member;
let deps: Parameters<typeof spendFactorCode>[0];
beforeEach(async () => {
  owner = await createTestOwner(db);
  deps = { db, vault: testVault, throttle: createThrottle() };
});

async function setUp(user = owner) {
  const { secret } = await startTotp(deps, user, start);
  const codes = await confirmTotp(deps, user, totpCode(secret, start), start);
  return { secret, codes };
}

const enter = (code: string, now: Date) =>
  spendFactorCode(deps, owner.userId, code, now).catch((error: { code: string }) => error.code);

describe('an authenticator app', () => {
  test('sign-in requires an authenticator app only after the user has entered a first code from the app', async () => {
    const { secret } = await startTotp(deps, owner, start);
    expect(await needsSecondFactor(db, owner.userId)).toBe(false);
    await expect(confirmTotp(deps, owner, '000000', start)).rejects.toThrow('wrong');
    expect(await needsSecondFactor(db, owner.userId)).toBe(false);
    await confirmTotp(deps, owner, totpCode(secret, start), start);
    expect(await needsSecondFactor(db, owner.userId)).toBe(true);
    expect(await listFactors(db, owner)).toEqual({
      totpSince: start,
      passkeys: [],
      recoveryCodes: 10,
    });
  });

  test('a user must remove their authenticator app before they can set up another app', async () => {
    await setUp();
    await expect(startTotp(deps, owner, start)).rejects.toThrow('already');
    await removeTotp(db, owner, start);
    expect(await needsSecondFactor(db, owner.userId)).toBe(false);
    await setUp();
  });

  test('the secret of an authenticator app is stored encrypted, and cannot be used for another user', async () => {
    const { secret } = await setUp();
    const [row] = await db.select().from(totpFactor).where(eq(totpFactor.userId, owner.userId));
    expect(JSON.stringify(row)).not.toContain(secret);
    const other = await createTestOwner(db);
    await setUp(other);
    const moved = { ciphertext: row?.ciphertext ?? '' };
    await db.update(totpFactor).set(moved).where(eq(totpFactor.userId, other.userId));
    const code = totpCode(secret, later(60));
    await expect(spendFactorCode(deps, other.userId, code, later(60))).rejects.toThrow(
      'cannot check your app',
    );
  });
});

describe('a code of an authenticator app', () => {
  test('a code from an authenticator app may contain spaces, and is accepted only once, even in parallel sign-ins', async () => {
    const { secret } = await setUp();
    const code = totpCode(secret, later(60));
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const both = await Promise.all([enter(spaced, later(60)), enter(code, later(60))]);
    expect(both.sort()).toEqual(['invalid_request', 'totp']);
    expect(await enter(code, later(89))).toBe('invalid_request');
  });

  test('a code from an authenticator app is refused at sign-in if the setup used this code or a newer code', async () => {
    const { secret } = await setUp();
    expect(await enter(totpCode(secret, start), start)).toBe('invalid_request');
    expect(await enter(totpCode(secret, later(-30)), start)).toBe('invalid_request');
    expect(await enter(totpCode(secret, later(30)), start)).toBe('totp');
  });

  test('after ten wrong guesses, even the right code from the authenticator app is refused', async () => {
    const { secret } = await setUp();
    for (let n = 0; n < 10; n += 1) expect(await enter('000000', start)).toBe('invalid_request');
    expect(await enter(totpCode(secret, later(60)), later(60))).toBe('rate_limited');
  });

  test('after 50 wrong guesses in a day, codes from the authenticator app are refused, but recovery codes are accepted', async () => {
    const { secret, codes } = await setUp();
    const often = { points: 1_000, duration: 60 };
    const throttle = createThrottle({ pair: often, address: often, user: often, signUp: often });
    deps = { ...deps, throttle };
    for (let n = 0; n < 50; n += 1) expect(await enter('000000', start)).toBe('invalid_request');
    const right = spendFactorCode(deps, owner.userId, totpCode(secret, later(60)), later(60));
    const refusal = await right.catch((error: Problem) => error);
    expect(refusal).toMatchObject({ code: 'rate_limited' });
    expect((refusal as Problem).retryAfterSeconds).toBeGreaterThan(80_000);
    expect(await enter(codes[0] ?? '', later(60))).toBe('recovery_code');
  });

  test('a code from an authenticator app is refused if the user has not set up an app', async () => {
    expect(await enter('123456', start)).toBe('invalid_request');
    expect(await enter('', start)).toBe('invalid_request');
  });
});

describe('a recovery code', () => {
  test('a recovery code can replace an authenticator code only once, in upper or lower case and with any separators', async () => {
    const { codes } = await setUp();
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    const [first = '', second = ''] = codes;
    expect(first).toMatch(/^[0-9a-z]{4}(?:-[0-9a-z]{4}){3}$/);
    expect(await enter(first, start)).toBe('recovery_code');
    expect(await enter(first, start)).toBe('invalid_request');
    expect(await enter(second.toUpperCase().replaceAll('-', ' '), start)).toBe('recovery_code');
    expect(await listFactors(db, owner)).toMatchObject({ recoveryCodes: 8 });
  });

  test('a recovery code is stored as a hash', async () => {
    const { codes } = await setUp();
    const rows = JSON.stringify(await db.execute('select * from recovery_code'));
    expect(
      codes.filter((code) => rows.includes(code) || rows.includes(code.replaceAll('-', ''))),
    ).toEqual([]);
  });

  test('a recovery code becomes invalid when the codes are renewed or the authenticator app is removed', async () => {
    const { codes } = await setUp();
    const renewed = await renewRecoveryCodes(db, owner, start);
    expect(await enter(codes[0] ?? '', start)).toBe('invalid_request');
    expect(await enter(renewed[0] ?? '', start)).toBe('recovery_code');
    await removeTotp(db, owner, start);
    await setUp();
    expect(await enter(renewed[1] ?? '', start)).toBe('invalid_request');
  });

  test('a user without an authenticator app cannot create recovery codes', async () => {
    await expect(renewRecoveryCodes(db, owner, start)).rejects.toThrow('no authenticator app');
    await expect(removeTotp(db, owner, start)).rejects.toThrow('no authenticator app');
  });
});

test('if a user has an authenticator app, a session starts only with a second factor, recorded in the audit log', async () => {
  await setUp();
  const { userId } = owner;
  const opened = await Promise.all(
    AUTH_FACTORS.map((factor) =>
      openSession(db, { userId, factor, visitor: testVisitor() }, start).then(
        () => factor,
        (error: { code: string }) => error.code,
      ),
    ),
  );
  expect(opened).toEqual(
    AUTH_FACTORS.map((f) => (f === 'password' || f === 'provider' ? 'not_signed_in' : f)),
  );
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.action, 'session.create'));
  const own = entries.filter((entry) => entry.userId === userId).map(({ data }) => data.factor);
  expect(own.sort()).toEqual(['passkey', 'provider_mfa', 'recovery_code', 'totp']);
});

describe('a confirmation of identity', () => {
  const at = later(3_600);
  const confirm = (typed: string) =>
    confirmIdentity(deps, owner, typed, at).catch((error: { code: string }) => error.code);
  const factorOf = async () => (await readSession(db, owner.sessionId, new Date()))?.factorAt;

  test('a confirmation of identity requires the password, and is stored with the session', async () => {
    const passwordHash = await hashPassword('a long enough password');
    await db.update(appUser).set({ passwordHash }).where(eq(appUser.id, owner.userId));
    expect(await proofsOf(db, owner.userId)).toMatchObject({ proof: 'password' });
    expect(await confirm('another password')).toBe('invalid_request');
    expect(await factorOf()).toEqual(owner.factorAt);
    expect(await confirm('a long enough password')).toBeUndefined();
    expect(await factorOf()).toEqual(at);
  });

  test('a user with an authenticator app confirms their identity with a code from the app instead of the password', async () => {
    const passwordHash = await hashPassword('a long enough password');
    await db.update(appUser).set({ passwordHash }).where(eq(appUser.id, owner.userId));
    const { secret } = await setUp();
    expect(await proofsOf(db, owner.userId)).toMatchObject({ proof: 'code' });
    expect(await confirm('a long enough password')).toBe('invalid_request');
    expect(await confirm(totpCode(secret, at))).toBeUndefined();
    expect(await confirm(totpCode(secret, at))).toBe('invalid_request');
  });

  test('a user without a password confirms their identity by signing in again', async () => {
    expect(await proofsOf(db, owner.userId)).toMatchObject({ proof: 'provider' });
    expect(await confirm('')).toBe('invalid_request');
  });

  test('a confirmation of identity is refused after ten wrong guesses', async () => {
    for (let n = 0; n < 10; n += 1) expect(await confirm('wrong')).toBe('invalid_request');
    expect(await confirm('wrong')).toBe('rate_limited');
  });
});

test('the audit log records each change of a factor and each identity confirmation, without any secret', async () => {
  const { secret, codes } = await setUp();
  const [renewed = ''] = await renewRecoveryCodes(db, owner, start);
  await confirmIdentity(deps, owner, renewed, start);
  await removeTotp(db, owner, start);
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.userId, owner.userId));
  expect(entries.map(({ action }) => action).sort()).toEqual([
    ...['factor.add', 'factor.remove', 'factor.renew_codes', 'session.confirm'],
  ]);
  const text = JSON.stringify(entries);
  expect([secret, renewed, ...codes].filter((one) => text.includes(one))).toEqual([]);
});
