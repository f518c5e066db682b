import { beforeEach, expect, test } from 'vitest';
import { totpCode } from '@/lib/accounts/factors/totp';
import { confirmTotp, removeTotp, startTotp } from '@/lib/accounts/factors/totp-factor';
import { openSession } from '@/lib/accounts/open-session';
import {
  memberFromSignIn,
  memberIgnoringFactor,
  readSession,
  readSessionRoles,
} from '@/lib/accounts/read-session';
import { requiresFactor, setFactorRequired } from '@/lib/accounts/set-factor-required';
import { createThrottle } from '@/lib/accounts/throttle';
import type { Member } from '@/lib/domain/actor';
import type { AuthFactor } from '@/lib/domain/auth-factor';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { createTestOwner, testVisitor } from '@/test/support/users';

const { db } = await openForTestFile(createTestDatabase());
const now = new Date();
const deps = { db, vault: testVault, throttle: createThrottle() };

let owner: Member;
beforeEach(async () => {
  owner = await createTestOwner(db);
});

async function setUpApp(actor: Member): Promise<void> {
  const { secret } = await startTotp(deps, actor, now);
  await confirmTotp(deps, actor, totpCode(secret, now), now);
}

async function isAdmitted({ sessionId }: Pick<Member, 'sessionId'>): Promise<boolean> {
  const signedIn = await readSession(db, sessionId, now);
  const isStreamed = (await readSessionRoles(db, [sessionId], now)).has(sessionId);
  const isMember =
    signedIn !== undefined && memberFromSignIn(signedIn, testVisitor()) !== undefined;
  expect(isStreamed).toBe(isMember);
  return isMember;
}

test('an owner must have a second factor before requiring a second factor from all members', async () => {
  await expect(setFactorRequired(db, owner, true, now)).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect(await requiresFactor(db, owner)).toBe(false);
});

test('a merchant that requires a second factor admits a member only while the member has a second factor', async () => {
  const member = await createTestActor(db, owner.merchantId, 'member');
  await setUpApp(owner);
  await setFactorRequired(db, owner, true, now);
  expect(await requiresFactor(db, owner)).toBe(true);
  expect([await isAdmitted(owner), await isAdmitted(member)]).toEqual([true, false]);
  const signedIn = await readSession(db, member.sessionId, now);
  const settingUp = signedIn && memberIgnoringFactor(signedIn, testVisitor());
  expect(settingUp).toMatchObject({ userId: member.userId, role: 'member' });
  await setUpApp(member);
  expect(await isAdmitted(member)).toBe(true);
  await removeTotp(db, member, now);
  expect(await isAdmitted(member)).toBe(false);
  await setFactorRequired(db, owner, false, now);
  expect(await isAdmitted(member)).toBe(true);
});

test('a sign-in through a provider counts as a second factor only if the provider checked a second factor', async () => {
  const { userId } = await createTestActor(db, owner.merchantId, 'member');
  await setUpApp(owner);
  await setFactorRequired(db, owner, true, now);
  const signInBy = async (factor: AuthFactor) => {
    const request = { userId, factor, visitor: testVisitor(), merchantId: owner.merchantId };
    return isAdmitted({ sessionId: (await openSession(db, request, now)).id });
  };
  expect([await signInBy('provider'), await signInBy('provider_mfa')]).toEqual([false, true]);
  expect(await isAdmitted(await createTestOwner(db))).toBe(true);
});

test('only an owner may require a second factor', async () => {
  const member = await createTestActor(db, owner.merchantId, 'member');
  await setUpApp(member);
  await expect(setFactorRequired(db, member, true, now)).rejects.toMatchObject({
    code: 'forbidden',
  });
});
