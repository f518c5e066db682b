import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { passkey } from '@/db/schema/factors';
import { appUser, auditEntry } from '@/db/schema/people';
import {
  confirmationCeremony,
  confirmIdentity,
  confirmWithPasskey,
  proofsOf,
} from '@/lib/accounts/factors/confirm-identity';
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
import { beginPasskeyCheck } from '@/lib/accounts/passkeys/check-passkey';
import { removePasskey, renamePasskey } from '@/lib/accounts/passkeys/own-passkeys';
import { addPasskey, beginRegistration } from '@/lib/accounts/passkeys/register-passkey';
import { memberFromSignIn, readSession } from '@/lib/accounts/read-session';
import { setFactorRequired } from '@/lib/accounts/set-factor-required';
import { createThrottle } from '@/lib/accounts/throttle';
import type { Member } from '@/lib/domain/actor';
import { openVault } from '@/lib/keys/vault';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { PASSKEY_SITE, setUpPasskey } from '@/test/support/passkey';
import { softAuthenticator } from '@/test/support/soft-authenticator';
import { createTestOwner, testVisitor } from '@/test/support/users';

const base = await openForTestFile(createTestDatabase());
const { db } = base;
const now = new Date();
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const appUrl = new URL(PASSKEY_SITE.origin);

let owner: Member;
let deps: Parameters<typeof spendFactorCode>[0] & { readonly appUrl: URL };
beforeEach(async () => {
  owner = await createTestOwner(db);
  deps = { db, vault: testVault, throttle: createThrottle(), appUrl };
});

const passkeysOf = async (actor = owner) => (await listFactors(db, actor)).passkeys;
const codeOf = (error: { code: string }) => error.code;

async function setUpApp(actor = owner) {
  const { secret } = await startTotp(deps, actor, now);
  return { secret, codes: await confirmTotp(deps, actor, totpCode(secret, now), now) };
}

const withoutStepUp = (actor: Member): Member => ({ ...actor, factorAt: later(-601) });

describe('a passkey registration', () => {
  test('registering a passkey requests a discoverable credential with user verification', async () => {
    const { device } = await setUpPasskey(db, owner, now);
    const asked = await beginRegistration(deps, owner, now);
    expect(asked).toMatchObject({
      rp: { id: 'pay.example' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.credentialId }],
    });
    expect(Buffer.from(asked.user.id, 'base64url').toString()).toBe(owner.userId);
  });

  test('a passkey registration is started and completed only for a user who recently confirmed their identity', async () => {
    const asked = await beginRegistration(deps, owner, now);
    const response = softAuthenticator(PASSKEY_SITE).register(asked);
    const stale = withoutStepUp(owner);
    expect(await beginRegistration(deps, stale, now).catch(codeOf)).toBe('step_up_required');
    expect(await addPasskey(deps, stale, response, now).catch(codeOf)).toBe('step_up_required');
    expect(await passkeysOf()).toEqual([]);
  });

  test.each([
    ['for another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without a verified user', { userVerified: false }],
  ])('a passkey registration %s is refused', async (_, flaws) => {
    const asked = await beginRegistration(deps, owner, now);
    const response = softAuthenticator(PASSKEY_SITE).register(asked, flaws);
    await expect(addPasskey(deps, owner, response, now)).rejects.toThrow('not accepted');
    expect(await needsSecondFactor(db, owner.userId)).toBe(false);
  });

  test('a passkey registration is accepted only once, and only for the user who started it', async () => {
    const response = softAuthenticator(PASSKEY_SITE).register(
      await beginRegistration(deps, owner, now),
    );
    const other = await createTestOwner(db);
    await expect(addPasskey(deps, other, response, now)).rejects.toThrow('done before');
    await addPasskey(deps, owner, response, now);
    await expect(addPasskey(deps, owner, response, now)).rejects.toThrow('done before');
  });

  test('a passkey registration is refused for a passkey that another user has registered', async () => {
    const device = softAuthenticator(PASSKEY_SITE);
    await addPasskey(deps, owner, device.register(await beginRegistration(deps, owner, now)), now);
    const other = await createTestOwner(db);
    const response = device.register(await beginRegistration(deps, other, now));
    await expect(addPasskey(deps, other, response, now)).rejects.toThrow('not accepted');
  });

  test('a passkey registration is refused if browsers do not support passkeys at the APP_URL', async () => {
    const plain = { db, appUrl: new URL('http://192.0.2.1') };
    await expect(beginRegistration(plain, owner, now)).rejects.toThrow('https and a host name');
  });

  test('a passkey registration is refused once its user has twenty passkeys', async () => {
    for (let n = 0; n < 20; n += 1) await setUpPasskey(db, owner, now);
    await expect(beginRegistration(deps, owner, now)).rejects.toThrow('You have 20 passkeys');
    expect(new Set((await passkeysOf()).map(({ name }) => name)).size).toBe(20);
  });
});

describe('a user’s own passkey', () => {
  test('a user can rename and remove a passkey, and both changes are in the audit log', async () => {
    await setUpPasskey(db, owner, now);
    const [{ id = '' } = {}] = await passkeysOf();
    await renamePasskey(db, withoutStepUp(owner), { id, name: 'Phone' }, now);
    const stale = removePasskey(db, withoutStepUp(owner), id, now);
    expect(await stale.catch(codeOf)).toBe('step_up_required');
    expect(await passkeysOf()).toMatchObject([{ name: 'Phone' }]);
    await removePasskey(db, owner, id, now);
    expect(await passkeysOf()).toEqual([]);
    const entries = await db.select().from(auditEntry).where(eq(auditEntry.subject, id));
    expect(entries.map(({ action, data }) => [action, data]).sort()).toEqual([
      ['passkey.add', { name: 'Passkey 1' }],
      ['passkey.remove', { name: 'Phone' }],
      ['passkey.rename', { from: 'Passkey 1', name: 'Phone' }],
    ]);
  });

  test('a user cannot rename or remove another user’s passkey', async () => {
    await setUpPasskey(db, owner, now);
    const [{ id = '' } = {}] = await passkeysOf();
    const other = await createTestOwner(db);
    const renamed = renamePasskey(db, other, { id, name: 'Mine' }, now);
    expect(await renamed.catch(codeOf)).toBe('not_found');
    expect(await removePasskey(db, other, id, now).catch(codeOf)).toBe('not_found');
    expect(await passkeysOf()).toHaveLength(1);
  });
});

describe('recovery codes', () => {
  test('recovery codes are created with a user’s first factor and deleted with the last factor', async () => {
    const { codes } = await setUpPasskey(db, owner, now);
    expect(codes).toHaveLength(10);
    expect((await setUpPasskey(db, owner, now)).codes).toEqual([]);
    expect((await setUpApp()).codes).toEqual([]);
    expect(await spendFactorCode(deps, owner.userId, codes[0] ?? '', now)).toBe('recovery_code');
    await removeTotp(db, owner, now);
    for (const { id } of await passkeysOf()) {
      expect(await listFactors(db, owner)).toMatchObject({ recoveryCodes: 9 });
      await removePasskey(db, owner, id, now);
    }
    expect(await listFactors(db, owner)).toMatchObject({ recoveryCodes: 0 });
    const used = spendFactorCode(deps, owner.userId, codes[1] ?? '', now);
    expect(await used.catch(codeOf)).toBe('invalid_request');
  });

  test('recovery codes stay valid if the only passkey is removed while the user has an authenticator app', async () => {
    const { codes } = await setUpApp();
    await setUpPasskey(db, owner, now);
    const [{ id = '' } = {}] = await passkeysOf();
    await removePasskey(db, owner, id, now);
    expect(await spendFactorCode(deps, owner.userId, codes[0] ?? '', now)).toBe('recovery_code');
  });

  test('if two first factors are set up concurrently, only one set of recovery codes is created', async () => {
    const devices = [0, 1].map(() => softAuthenticator(PASSKEY_SITE));
    const responses = await Promise.all(
      devices.map(async (device) => device.register(await beginRegistration(deps, owner, now))),
    );
    const added = await Promise.all(responses.map((one) => addPasskey(deps, owner, one, now)));
    expect(added.map((codes) => codes.length).sort()).toEqual([0, 10]);
  });

  test('recovery codes can be renewed by a user who has only passkeys', async () => {
    const { codes } = await setUpPasskey(db, owner, now);
    const [renewed = ''] = await renewRecoveryCodes(db, owner, now);
    const old = spendFactorCode(deps, owner.userId, codes[0] ?? '', now);
    expect(await old.catch(codeOf)).toBe('invalid_request');
    expect(await spendFactorCode(deps, owner.userId, renewed, now)).toBe('recovery_code');
  });
});

test('an authenticator app counts as a second factor only once its setup is finished', async () => {
  await setUpPasskey(db, owner, now);
  const { secret } = await startTotp(deps, owner, now);
  const typed = spendFactorCode(deps, owner.userId, totpCode(secret, now), now);
  expect(await typed.catch(codeOf)).toBe('invalid_request');
});

test('a user with a passkey confirms their identity with the passkey, and no longer with the password', async () => {
  const { userId, sessionId } = owner;
  const passwordHash = await hashPassword('a long enough password');
  await db.update(appUser).set({ passwordHash }).where(eq(appUser.id, userId));
  const { device } = await setUpPasskey(db, owner, now);
  expect(await proofsOf(db, userId)).toEqual({ proof: 'code', app: false, passkey: true });
  const typed = confirmIdentity(deps, owner, 'a long enough password', now);
  expect(await typed.catch(codeOf)).toBe('invalid_request');
  const response = device.assert(
    await beginPasskeyCheck(deps, confirmationCeremony(owner), later(900)),
  );
  await confirmWithPasskey(deps, owner, response, testVisitor(), later(900));
  expect((await readSession(db, sessionId, now))?.factorAt).toEqual(later(900));
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.subject, sessionId));
  expect(entries).toMatchObject([{ action: 'session.confirm', data: { factor: 'passkey' } }]);
});

test('a merchant that requires a second factor admits a member with a passkey until the passkey is removed', async () => {
  await setUpPasskey(db, owner, now);
  await setFactorRequired(db, owner, true, now);
  const member = await createTestActor(db, owner.merchantId, 'member');
  const isAdmitted = async () => {
    const signedIn = await readSession(db, member.sessionId, now);
    return signedIn !== undefined && memberFromSignIn(signedIn, testVisitor()) !== undefined;
  };
  expect(await isAdmitted()).toBe(false);
  await setUpPasskey(db, member, now);
  expect(await isAdmitted()).toBe(true);
  const [{ id = '' } = {}] = await passkeysOf(member);
  await removePasskey(db, member, id, now);
  expect(await isAdmitted()).toBe(false);
});

test('after SECRET_KEY has changed, codes from authenticator apps are refused with an explanation, and passkeys still work', async () => {
  const { secret } = await setUpApp();
  const { device } = await setUpPasskey(db, owner, now);
  const replaced = { ...deps, vault: openVault(new Uint8Array(32).fill(9)) };
  const code = totpCode(secret, later(60));
  await expect(spendFactorCode(replaced, owner.userId, code, later(60))).rejects.toThrow(
    'Use a recovery code or a passkey',
  );
  const response = device.assert(await beginPasskeyCheck(deps, confirmationCeremony(owner), now));
  await confirmWithPasskey(deps, owner, response, testVisitor(), now);
  expect(await db.$count(passkey, eq(passkey.userId, owner.userId))).toBe(1);
});
