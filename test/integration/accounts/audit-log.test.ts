import { beforeEach, describe, expect, test } from 'vitest';
import { auditEntry, userSession } from '@/db/schema/people';
import { acceptInvitation, joinAsNewUser } from '@/lib/accounts/accept-invitation';
import { changeMerchantSetting } from '@/lib/accounts/change-merchant-setting';
import { changePassword } from '@/lib/accounts/change-password';
import { changeRole } from '@/lib/accounts/change-role';
import { createMerchant } from '@/lib/accounts/create-merchant';
import { inviteMember } from '@/lib/accounts/invite-member';
import { removeMember } from '@/lib/accounts/remove-member';
import { renameUser } from '@/lib/accounts/rename-user';
import { revokeInvitation } from '@/lib/accounts/revoke-invitation';
import { revokeOtherSessions, revokeSession } from '@/lib/accounts/revoke-sessions';
import { signInWithProvider } from '@/lib/accounts/sign-in-with-provider';
import { signUp } from '@/lib/accounts/sign-up';
import { createThrottle } from '@/lib/accounts/throttle';
import { listAuditEntries, listSubjectAuditEntries } from '@/lib/audit/list-audit-entries';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { Member } from '@/lib/domain/actor';
import type { AuditAction } from '@/lib/domain/audit-action';
import type { Currency } from '@/lib/domain/currency';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { createTestOwner, signInAgain, testVisitor } from '@/test/support/users';

let owner: Member;

const base = await openForTestFile(createTestDatabase());
beforeEach(async () => {
  owner = { ...(await createTestOwner(base.db)), ip: '192.0.2.9', requestId: 'req_9' };
});

const now = new Date('2026-05-01T00:00:00Z');
const password = 'a long enough password';
const visitor = testVisitor();

const log = async (actor = owner) =>
  (await listAuditEntries(base.db, actor, { limit: 100 })).entries;
const acts = async (actor = owner) => (await log(actor)).map(({ action }) => action);

describe('every change by a user is recorded', () => {
  const throttled = () => ({ db: base.db, throttle: createThrottle() });
  const invite = (email = 'guest@example.com') =>
    inviteMember(base.db, owner, { email, role: 'member' }, now);
  const teammate = () => createTestActor(base.db, owner.merchantId, 'member');

  const CHANGES: Partial<Record<AuditAction, () => Promise<unknown>>> = {
    'invitation.create': () => invite(),
    'invitation.revoke': async () => revokeInvitation(base.db, owner, (await invite()).id, now),
    'invitation.accept': async () => {
      const { token } = await invite(`${Math.random()}@example.com`);
      await joinAsNewUser(throttled(), { token, password, visitor }, now);
    },
    'member.change_role': async () =>
      changeRole(base.db, owner, { userId: (await teammate()).userId, role: 'owner' }, now),
    'member.remove': async () => removeMember(base.db, owner, (await teammate()).userId, now),
    'member.leave': async () => {
      const member = await teammate();
      await removeMember(base.db, member, member.userId, now);
    },
    'session.revoke': async () =>
      revokeSession(base.db, owner, (await signInAgain(base.db, owner.userId)).sessionId, now),
    'session.revoke_others': () => revokeOtherSessions(base.db, owner, now),
    'password.change': async () => {
      await base.db.update(userSession).set({ createdAt: now });
      await changePassword(throttled(), owner, { current: '', next: password }, now);
    },
    'member.rename': () => renameUser(base.db, owner, 'Ann', now),
    'merchant.set_currency': () =>
      changeMerchantSetting(base.db, owner, 'displayCurrency', 'EUR' as Currency, now),
    'merchant.set_time_zone': () =>
      changeMerchantSetting(base.db, owner, 'timeZone', 'Asia/Tokyo', now),
    'merchant.set_customer_retention': () =>
      changeMerchantSetting(base.db, owner, 'customerRetentionDays', 90, now),
    'merchant.rename': () => changeMerchantSetting(base.db, owner, 'name', 'Another name', now),
    'identity.connect': async () => {
      const signedIn = await signInAgain(base.db, owner.userId);
      const profile = {
        provider: 'oidc',
        providerName: 'Acme ID',
        subject: signedIn.userId,
        verifiedEmail: signedIn.email,
      };
      await signInWithProvider(
        { db: base.db, rule: 'closed' },
        profile,
        { visitor, signedIn },
        now,
      );
    },
  };

  test.each(Object.entries(CHANGES))(
    'the audit log records the change %s with its actor',
    async (act, change) => {
      await change();
      const entry = (await log()).find((one) => one.action === act);
      expect(entry).toMatchObject({
        at: now,
        subject: expect.stringMatching(/^[a-z]+_\w{22}$/),
      });
      const text = JSON.stringify(await base.db.select().from(auditEntry));
      expect(text).not.toContain(password);
      expect(text).not.toContain('$argon2');
    },
  );

  test('merchant.create is recorded for the user who created the merchant', async () => {
    const given = { merchantName: 'Acme', email: 'ann@example.com', password };
    const account = await signUp({ ...throttled(), rule: 'open' }, given, visitor, now);
    const ann = { kind: 'member' as const, ...account, role: 'owner' as const, sessionId: '' };
    expect(await log(ann)).toMatchObject([
      {
        action: 'merchant.create',
        subject: account.merchantId,
        email: 'ann@example.com',
        ip: visitor.ip,
        requestId: visitor.requestId,
      },
    ]);
  });

  test('an audit entry contains the actor, IP address and request id', async () => {
    await changeMerchantSetting(base.db, owner, 'name', 'New name', now);
    expect(await log()).toEqual([
      {
        id: expect.stringMatching(/^act_/),
        at: now,
        action: 'merchant.rename',
        subject: owner.merchantId,
        data: { from: 'Test shop', to: 'New name' },
        present: null,
        userId: owner.userId,
        actor: expect.stringContaining('@test.example'),
        email: expect.stringContaining('@test.example'),
        ip: '192.0.2.9',
        requestId: 'req_9',
      },
    ]);
  });
});

test('a change that fails or has no effect adds no audit entry', async () => {
  await changeMerchantSetting(base.db, owner, 'name', 'Test shop', now);
  await changeMerchantSetting(base.db, owner, 'displayCurrency', null, now);
  await changeRole(base.db, owner, { userId: owner.userId, role: 'owner' }, now);
  await changeRole(base.db, owner, { userId: owner.userId, role: 'viewer' }, now).catch(() => {});
  await revokeSession(base.db, owner, 'ses_unknown', now).catch(() => {});
  expect(await acts()).toEqual([]);
});

test('an audit entry is written in the transaction of its change, and is rolled back with that change', async () => {
  const failing = base.db.transaction(async (tx) => {
    await recordAuditEntry(tx, owner, 'payment.cancel', 'pay_1', {}, now);
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  expect(await acts()).toEqual([]);
});

test.each([
  `btly_test_${'a'.repeat(36)}`,
  'whsec_AAAA',
  '$argon2id$v=19$m=19456',
  `tprv${'8'.repeat(107)}`,
])(
  'an audit entry that contains a secret is rejected with an error that does not quote the secret: %s',
  async (secret) => {
    const data = { before: { deep: [`x ${secret}`] } };
    const refusal = await recordAuditEntry(base.db, owner, 'key.create', 'key_1', data, now).catch(
      (e) => e,
    );
    expect(refusal).toMatchObject({ code: 'invalid_request' });
    expect(refusal.message).not.toContain(secret);
  },
);

test('the audit log contains no entries of other merchants', async () => {
  const stranger = await createTestOwner(base.db);
  await changeMerchantSetting(base.db, stranger, 'name', 'Theirs', now);
  const [theirs] = await log(stranger);
  await changeMerchantSetting(base.db, owner, 'name', 'Mine', now);
  const query = { limit: 10, userId: stranger.userId };
  expect((await listAuditEntries(base.db, owner, query)).entries).toEqual([]);
  const after = { limit: 10, after: theirs?.id };
  expect((await listAuditEntries(base.db, owner, after)).entries).toEqual([]);
});

test('an existing user who accepts an invitation appears in the audit log of the inviting merchant', async () => {
  const guest = await createTestOwner(base.db);
  const signedIn = await signInAgain(base.db, guest.userId);
  const { token } = await inviteMember(
    base.db,
    owner,
    { email: signedIn.email, role: 'viewer' },
    now,
  );
  await acceptInvitation(base.db, { token, signedIn, visitor }, now);
  expect((await acts()).sort()).toEqual(['invitation.accept', 'invitation.create']);
  expect(await acts(guest)).toEqual(['session.create']);
});

test('paging through the audit log skips no entry, even if several entries have the same timestamp', async () => {
  for (let i = 0; i < 7; i += 1) {
    const at = new Date(now.getTime() + Math.floor(i / 3) * 1000);
    await recordAuditEntry(base.db, owner, i % 2 ? 'key.revoke' : 'key.create', `key_${i}`, {}, at);
  }
  const whole = (await log()).map(({ id }) => id);
  const seen: string[] = [];
  for (let hasMore = true; hasMore; ) {
    const page = await listAuditEntries(base.db, owner, { limit: 2, after: seen.at(-1) });
    seen.push(...page.entries.map(({ id }) => id));
    hasMore = page.hasMore;
  }
  expect(seen).toEqual(whole);
  expect(seen).toHaveLength(7);
  const { entries } = await listAuditEntries(base.db, owner, { limit: 10, action: 'key.revoke' });
  expect(entries).toHaveLength(3);
});

test('the history of a resource lists all changes by users, oldest first', async () => {
  const { id } = await createMerchant(base.db, 'Acme', now);
  const member = await createTestActor(base.db, id, 'member');
  const later = new Date(now.getTime() + 1000);
  await recordAuditEntry(base.db, member, 'payment.cancel', 'pay_history', {}, later);
  await recordAuditEntry(base.db, member, 'payment.create', 'pay_history', {}, now);
  expect(await listSubjectAuditEntries(base.db, member, ['pay_history'])).toEqual([
    { at: now, action: 'payment.create', data: {}, actor: expect.stringContaining('@') },
    { at: later, action: 'payment.cancel', data: {}, actor: expect.stringContaining('@') },
  ]);
});
