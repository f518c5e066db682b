import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { passkeyChallenge } from '@/db/schema/factors';
import { auditEntry } from '@/db/schema/people';
import { listFactors } from '@/lib/accounts/factors/totp-factor';
import { CHALLENGE_SECONDS, type PasskeyCeremony } from '@/lib/accounts/passkeys/challenge';
import {
  beginPasskeyCheck,
  checkPasskey,
  type PasskeyDeps,
} from '@/lib/accounts/passkeys/check-passkey';
import { removePasskey } from '@/lib/accounts/passkeys/own-passkeys';
import type { AssertionResponse } from '@/lib/accounts/passkeys/responses';
import { createThrottle } from '@/lib/accounts/throttle';
import type { Member } from '@/lib/domain/actor';
import { createTestDatabase } from '@/test/support/database';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { PASSKEY_SITE, setUpPasskey } from '@/test/support/passkey';
import { type SoftAuthenticator, softAuthenticator } from '@/test/support/soft-authenticator';
import { createTestOwner, testVisitor } from '@/test/support/users';

const base = await openForTestFile(createTestDatabase());
const { db } = base;
const start = new Date();
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

/** The user is null, because any user's passkey may answer a sign-in. */
const SIGN_IN: PasskeyCeremony = { purpose: 'sign_in', browser: 'a browser', userId: null };
const REFUSED = 'This passkey was not accepted.';
const SPENT = 'This took too long, or was done before.';

let owner: Member;
let device: SoftAuthenticator;
let deps: PasskeyDeps;
beforeEach(async () => {
  owner = await createTestOwner(db);
  ({ device } = await setUpPasskey(db, owner, start));
  deps = { db, appUrl: new URL(PASSKEY_SITE.origin), throttle: createThrottle() };
});

const ask = (ceremony = SIGN_IN, now = start) => beginPasskeyCheck(deps, ceremony, now);

const check = (response: AssertionResponse, ceremony = SIGN_IN, now = start) =>
  checkPasskey(deps, ceremony, response, testVisitor(), now).catch(
    (error: { detail: string }) => error.detail,
  );

describe('a passkey', () => {
  test('a passkey can be used for any number of sign-ins, without a user name or a password', async () => {
    for (const now of [start, later(60)]) {
      const userHandle = Buffer.from(owner.userId).toString('base64url');
      expect(await check(device.assert(await ask(), { userHandle }), SIGN_IN, now)).toBe(
        owner.userId,
      );
      const { passkeys } = await listFactors(db, owner);
      expect(passkeys).toMatchObject([{ name: 'Passkey 1', lastUsedAt: now }]);
    }
  });

  test('a passkey without a signature counter can be used for any number of sign-ins', async () => {
    const plain = softAuthenticator(PASSKEY_SITE, { counts: false });
    const other = await createTestOwner(db);
    await setUpPasskey(db, other, start, PASSKEY_SITE, plain);
    expect(await check(plain.assert(await ask()))).toBe(other.userId);
    expect(await check(plain.assert(await ask()))).toBe(other.userId);
  });

  test('a passkey is refused after its user has removed the passkey', async () => {
    const response = device.assert(await ask());
    const [own] = (await listFactors(db, owner)).passkeys;
    await removePasskey(db, owner, own?.id ?? '', start);
    expect(await check(response)).toContain(REFUSED);
  });

  test('a passkey is refused if no user has registered it', async () => {
    const stranger = softAuthenticator(PASSKEY_SITE);
    expect(await check(stranger.assert(await ask()))).toContain(REFUSED);
  });

  test('a passkey is refused if the browser sends the user handle of another user', async () => {
    const userHandle = Buffer.from((await createTestOwner(db)).userId).toString('base64url');
    expect(await check(device.assert(await ask(), { userHandle }))).toContain(REFUSED);
  });

  test('as a second factor, a user’s passkey is refused for every other user', async () => {
    const other = await createTestOwner(db);
    const { device: theirs } = await setUpPasskey(db, other, start);
    for (const purpose of ['second_factor', 'confirm'] as const) {
      const ceremony: PasskeyCeremony = { purpose, browser: 'a browser', userId: owner.userId };
      expect(await check(theirs.assert(await ask(ceremony)), ceremony)).toContain(REFUSED);
      expect(await check(device.assert(await ask(ceremony)), ceremony)).toBe(owner.userId);
    }
    expect(await check(theirs.assert(await ask()))).toBe(other.userId);
  });
});

describe('a passkey assertion', () => {
  test.each([
    ['for another origin', { origin: 'https://pay.example.evil.example' }],
    ['for another port', { origin: 'https://pay.example:8443' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without a verified user', { userVerified: false }],
  ])('a passkey assertion %s is refused even though its challenge is valid', async (_, flaws) => {
    expect(await check(device.assert(await ask(), flaws))).toContain(REFUSED);
    expect(await check(device.assert(await ask()))).toBe(owner.userId);
  });

  test('a passkey assertion is refused if a key other than the registered key has signed it', async () => {
    const asked = await ask();
    const forged = softAuthenticator(PASSKEY_SITE).assert(asked);
    const { id, rawId } = device.assert(asked);
    expect(await check({ ...forged, id, rawId })).toContain(REFUSED);
  });

  test('a passkey assertion is accepted only once, even if two servers receive it concurrently', async () => {
    const response = device.assert(await ask());
    const outcomes = await Promise.all(
      [createThrottle(), createThrottle()].map((throttle) =>
        checkPasskey({ ...deps, throttle }, SIGN_IN, response, testVisitor(), start).catch(
          (error: { detail: string }) => error.detail,
        ),
      ),
    );
    expect(outcomes.sort()).toEqual([expect.stringContaining(SPENT), owner.userId]);
    expect(await check(response)).toContain(SPENT);
  });

  test('a passkey assertion is refused if an earlier assertion for the same challenge was refused', async () => {
    const asked = await ask();
    expect(await check(device.assert(asked, { userVerified: false }))).toContain(REFUSED);
    expect(await check(device.assert(asked))).toContain(SPENT);
  });

  test('a passkey assertion is refused after five minutes, and expired challenges are deleted', async () => {
    const response = device.assert(await ask());
    expect(await check(response, SIGN_IN, later(CHALLENGE_SECONDS))).toContain(SPENT);
    await ask(SIGN_IN, later(CHALLENGE_SECONDS));
    const ended = eq(passkeyChallenge.expiresAt, later(CHALLENGE_SECONDS));
    expect(await db.$count(passkeyChallenge, ended)).toBe(0);
  });

  test.each<[string, PasskeyCeremony]>([
    ['another browser', { ...SIGN_IN, browser: 'another' }],
    ['another purpose', { ...SIGN_IN, purpose: 'second_factor' }],
  ])('a passkey assertion is refused if its challenge was created for %s', async (_, asked) => {
    expect(await check(device.assert(await ask(asked)))).toContain(SPENT);
  });

  test('a passkey assertion is refused for a challenge that this server did not create', async () => {
    expect(await check(device.assert({ challenge: 'bWFkZSB1cA' }))).toContain(SPENT);
    const broken = device.assert(await ask());
    broken.response.clientDataJSON = Buffer.from('{').toString('base64url');
    expect(await check(broken)).toContain(SPENT);
  });
});

test('a passkey whose signature counter decreases is refused as a possible clone, with an audit entry', async () => {
  expect(await check(device.assert(await ask(), { counter: 7 }))).toBe(owner.userId);
  for (const counter of [7, 6, 0]) {
    const words = await check(device.assert(await ask(), { counter }));
    expect(words).toContain('“Passkey 1” may have been copied');
    expect(words).toContain('remove it and end your other sessions');
  }
  const entries = await db
    .select()
    .from(auditEntry)
    .where(and(eq(auditEntry.userId, owner.userId), eq(auditEntry.action, 'passkey.refuse')));
  expect(entries).toHaveLength(3);
  expect(entries[0]).toMatchObject({ data: { name: 'Passkey 1' }, ip: '192.0.2.1' });
});

test('sign-ins are limited to ten failed attempts per passkey and sixty per IP address', async () => {
  for (let n = 0; n < 10; n += 1) {
    expect(await check(device.assert(await ask(), { userVerified: false }))).toContain(REFUSED);
  }
  expect(await check(device.assert(await ask()))).toContain('Too many attempts');
  for (let n = 0; n < 49; n += 1) {
    expect(await check(softAuthenticator(PASSKEY_SITE).assert(await ask()))).toContain(REFUSED);
  }
  const next = softAuthenticator(PASSKEY_SITE).assert(await ask());
  expect(await check(next)).toContain('Too many attempts');
});

test('failed attempts with a passkey as the second factor are limited to ten per user', async () => {
  const ceremony: PasskeyCeremony = { ...SIGN_IN, purpose: 'confirm', userId: owner.userId };
  const guess = async (n: number) =>
    checkPasskey(
      deps,
      ceremony,
      softAuthenticator(PASSKEY_SITE).assert(await ask(ceremony)),
      testVisitor(`192.0.2.${n}`),
      start,
    ).catch((error: { code: string }) => error.code);
  for (let n = 0; n < 10; n += 1) expect(await guess(n)).toBe('invalid_request');
  expect(await guess(11)).toBe('rate_limited');
});

test('a sign-in request lists no passkeys, and a second-factor request lists only the user’s passkeys', async () => {
  const { challenge: _, ...asked } = await ask();
  expect(asked).toEqual({
    rpId: 'pay.example',
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: 'required',
  });
  const own = await ask({ ...SIGN_IN, purpose: 'confirm', userId: owner.userId });
  expect(own.allowCredentials?.map(({ id }) => id)).toEqual([device.credentialId]);
});
