import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { passkey, recoveryCode } from '@/db/schema/factors';
import { appUser, auditEntry } from '@/db/schema/people';
import { acceptInvitation } from '@/lib/accounts/accept-invitation';
import { checkPassword } from '@/lib/accounts/check-password';
import { needsSecondFactor } from '@/lib/accounts/factors/second-factors';
import { inviteMember } from '@/lib/accounts/invite-member';
import { readSession } from '@/lib/accounts/read-session';
import { signUp } from '@/lib/accounts/sign-up';
import { createThrottle } from '@/lib/accounts/throttle';
import { runAdmin } from '@/test/support/admin';
import { createTestDatabase } from '@/test/support/database';
import { testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { setUpPasskey } from '@/test/support/passkey';
import { testSeals } from '@/test/support/seals';
import { setUpTotp } from '@/test/support/totp';
import { createTestOwner, signInAgain, testVisitor } from '@/test/support/users';

const email = 'ann@example.com';
const old = 'a long enough password';
const now = new Date();
const setupToken = 'a setup token';

const base = await openForTestFile(createTestDatabase());

const admin = (...argv: string[]): Promise<Record<string, unknown>> =>
  runAdmin(
    {
      db: base.db,
      vault: testVault,
      seals: testSeals,
      clock: () => now,
      policy: { allowPrivate: false },
      networks: [],
      sources: new Map(),
      setupToken,
      env: { dataDir: '.', databaseUrl: '' },
    },
    argv,
  );

const fits = (password: string) =>
  checkPassword(
    { db: base.db, throttle: createThrottle() },
    { email, password },
    testVisitor(),
  ).then(({ userId }) => userId);

test('user reset-password` replaces a forgotten password and ends every session', async () => {
  const deps = { db: base.db, throttle: createThrottle(), rule: 'open' as const };
  const given = { merchantName: 'Acme', email, password: old };
  const { userId, merchantId } = await signUp(deps, given, testVisitor(), now);
  const session = await signInAgain(base.db, userId);
  const host = await createTestOwner(base.db);
  const { token } = await inviteMember(base.db, host, { email, role: 'viewer' }, now);
  await acceptInvitation(base.db, { token, signedIn: session, visitor: testVisitor() }, now);

  const reset = await admin('user', 'reset-password', 'Ann@Example.com ');
  expect(reset).toEqual({
    id: userId,
    email,
    password: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
    ended_sessions: 1,
  });
  expect(await readSession(base.db, session.sessionId, now)).toBeUndefined();
  await expect(fits(old)).rejects.toMatchObject({ code: 'not_signed_in' });
  expect(await fits(String(reset.password))).toBe(userId);

  const entries = await base.db
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.action, 'password.reset'));
  expect(entries.map((entry) => entry.merchantId).sort()).toEqual(
    [merchantId, host.merchantId].sort(),
  );
  expect(JSON.stringify(entries)).not.toContain(String(reset.password));
});

test('user remove-factor` removes all factors and recovery codes, lists the removed factors, and ends every session', async () => {
  const owner = await createTestOwner(base.db);
  const { userId, merchantId, sessionId } = owner;
  const [user] = await base.db.select().from(appUser).where(eq(appUser.id, userId));
  const lost = () => admin('user', 'remove-factor', String(user?.email).toUpperCase());
  expect(await lost()).toMatchObject({ error: { code: 'not_found' } });
  await setUpTotp(base.db, userId);
  await setUpPasskey(base.db, owner, now);
  const hash = 'hash of a recovery code';
  await base.db.insert(recoveryCode).values({ userId, hash, createdAt: now });
  expect(await lost()).toEqual({
    id: userId,
    email: user?.email,
    removed_app: true,
    removed_passkeys: ['Passkey 1'],
    ended_sessions: 1,
  });
  expect(await needsSecondFactor(base.db, userId)).toBe(false);
  expect(await base.db.$count(recoveryCode, eq(recoveryCode.userId, userId))).toBe(0);
  expect(await readSession(base.db, sessionId, now)).toBeUndefined();
  const [entry] = await base.db.select().from(auditEntry).where(eq(auditEntry.subject, userId));
  expect(await base.db.$count(passkey, eq(passkey.userId, userId))).toBe(0);
  const data = { by: 'operator', ended_sessions: 1 };
  expect(entry).toMatchObject({ action: 'factor.remove', merchantId, data });
});

test('the error for an unknown e-mail address differs from the error for a missing argument', async () => {
  expect(await admin('user', 'reset-password', 'bob@example.com')).toMatchObject({
    error: { code: 'not_found' },
  });
  expect(await admin('user', 'reset-password')).toMatchObject({ error: { code: 'usage' } });
});
