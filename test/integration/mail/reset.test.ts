import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mail, passwordReset } from '@/db/schema/mail';
import { appUser, auditEntry, userSession } from '@/db/schema/people';
import { checkPassword } from '@/lib/accounts/check-password';
import { completeReset, findResetEmail } from '@/lib/accounts/complete-reset';
import { inviteMember } from '@/lib/accounts/invite-member';
import {
  mailPasswordResetLink,
  RESET_LINK_LIFETIME_MS,
} from '@/lib/accounts/mail-password-reset-link';
import { openSession } from '@/lib/accounts/open-session';
import { readInvitation } from '@/lib/accounts/read-invitation';
import { createThrottle } from '@/lib/accounts/throttle';
import { testVault } from '@/test/support/factories';
import { openMailOutbox } from '@/test/support/mail-outbox';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { setUpTotp } from '@/test/support/totp';
import { createTestOwner, testVisitor } from '@/test/support/users';

const box = await openForTestFile(openMailOutbox());
const { db } = box.base;
const deps = { db, vault: testVault };
const visitor = testVisitor();
const PASSWORD = 'a new and long password';

async function newOwner() {
  const owner = await createTestOwner(db);
  const [user] = await db.select().from(appUser).where(eq(appUser.id, owner.userId));
  if (!user) throw new Error('the owner has no user');
  return { owner, email: user.email };
}

async function tokenFor(email: string): Promise<string> {
  await box.send();
  const sent = box.server.mails.filter(({ to }) => to.includes(email)).at(-1);
  // Quoted-printable breaks long lines with "=" (RFC 2045, 6.7).
  const text = sent?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return /https:\/\/pay\.example\/(?:reset|invitation)\/([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
}

const setPassword = (token: string) =>
  completeReset(
    { db, throttle: createThrottle() },
    { token, password: PASSWORD, visitor },
    box.clock(),
  );

test('setting a password with a reset link ends every session of the user and uses up the link', async () => {
  const { owner, email } = await newOwner();
  await mailPasswordResetLink(deps, ` ${email.toUpperCase()} `, box.clock());
  const token = await tokenFor(email);
  expect(await findResetEmail(db, token, box.clock())).toBe(email);
  await setPassword(token);
  const given = { email, password: PASSWORD };
  const checked = await checkPassword({ db, throttle: createThrottle() }, given, visitor);
  expect(checked.userId).toBe(owner.userId);
  const sessions = await db.select().from(userSession).where(eq(userSession.userId, owner.userId));
  expect(sessions.map(({ revokedAt }) => revokedAt)).toEqual([box.clock()]);
  await expect(setPassword(token)).rejects.toMatchObject({ code: 'not_found' });
  const [entry] = await db.select().from(auditEntry).where(eq(auditEntry.subject, owner.userId));
  expect(entry).toMatchObject({ action: 'password.reset', data: { by: 'mail' }, ip: visitor.ip });
});

test('a password reset by mail does not bypass the second factor of a user', async () => {
  const { owner, email } = await newOwner();
  await setUpTotp(db, owner.userId);
  await mailPasswordResetLink(deps, email, box.clock());
  await setPassword(await tokenFor(email));
  const request = { userId: owner.userId, factor: 'password', visitor } as const;
  const signIn = openSession(db, request, box.clock());
  await expect(signIn).rejects.toMatchObject({ code: 'not_signed_in' });
});

test('only one of several concurrent uses of a reset link sets a password', async () => {
  const { email } = await newOwner();
  await mailPasswordResetLink(deps, email, box.clock());
  const token = await tokenFor(email);
  const ends = await Promise.allSettled([setPassword(token), setPassword(token)]);
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('using a reset link invalidates the user’s earlier links, and unused links expire', async () => {
  const { email } = await newOwner();
  await mailPasswordResetLink(deps, email, box.clock());
  const first = await tokenFor(email);
  await mailPasswordResetLink(deps, email, box.clock());
  const second = await tokenFor(email);
  expect(first).not.toBe(second);
  await setPassword(second);
  await expect(setPassword(first)).rejects.toMatchObject({ code: 'not_found' });
  await mailPasswordResetLink(deps, email, box.clock());
  const third = await tokenFor(email);
  box.passTime(RESET_LINK_LIFETIME_MS);
  await expect(setPassword(third)).rejects.toMatchObject({ code: 'not_found' });
});

test('the database contains no reset link in plain text, and an unknown address gets no mail', async () => {
  const { email } = await newOwner();
  await mailPasswordResetLink(deps, email, box.clock());
  await mailPasswordResetLink(deps, 'stranger@example.com', box.clock());
  const waiting = await db.select().from(mail).where(eq(mail.recipient, email));
  const links = await db.select().from(passwordReset);
  const stored = JSON.stringify([waiting, links]);
  const token = await tokenFor(email);
  expect(token).toHaveLength(43);
  expect(stored).not.toContain(token);
  expect(await db.$count(mail, eq(mail.recipient, 'stranger@example.com'))).toBe(0);
});

test('password reset requests are limited per IP address, and reset mails are limited per recipient', async () => {
  const limits = { points: 5, duration: 60 };
  const throttle = createThrottle({
    ...{ pair: limits, address: limits, user: limits, signUp: limits },
  });
  const maySend: boolean[] = [];
  for (let n = 0; n < 5; n += 1) {
    maySend.push(await throttle.attemptReset('ann@example.com', visitor));
  }
  expect(maySend).toEqual([true, true, true, false, false]);
  const refused = throttle.attemptReset('ben@example.com', visitor);
  await expect(refused).rejects.toMatchObject({ code: 'rate_limited' });
});

test('an invitation is mailed to the invited person’s address while mail is on', async () => {
  const { owner } = await newOwner();
  const actor = { ...owner, factorAt: box.clock() };
  const given = { email: 'new@example.com', role: 'member' } as const;
  const invited = await inviteMember(db, actor, given, box.clock(), testVault);
  const token = await tokenFor('new@example.com');
  expect(token).toBe(invited.token);
  expect(await readInvitation(db, token, box.clock())).toMatchObject({ role: 'member' });
  const sent = box.server.mails.at(-1)?.source;
  expect(sent).toMatch(/^From: Test shop <payments@shop\.example>$/m);
});

test('a user gets a mail about a sign-in on a new device, except for the first device', async () => {
  const { owner, email } = await newOwner();
  const { userId } = owner;
  const signIn = (device?: string) =>
    openSession(db, { userId, factor: 'password', visitor: { ...visitor, device } }, box.clock());
  const mails = () => db.$count(mail, eq(mail.recipient, email));
  const first = await signIn();
  await signIn(first.deviceToken);
  expect(await mails()).toBe(0);
  await signIn();
  expect(await mails()).toBe(1);
});
