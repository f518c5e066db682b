import { expect, test } from 'vitest';
import { paymentHandled } from '@/db/schema/worklist';
import { joinAsNewUser } from '@/lib/accounts/accept-invitation';
import { inviteMember } from '@/lib/accounts/invite-member';
import { listMembers } from '@/lib/accounts/list-members';
import { signUp } from '@/lib/accounts/sign-up';
import { createThrottle } from '@/lib/accounts/throttle';
import type { Member } from '@/lib/domain/actor';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { testVisitor } from '@/test/support/users';

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const key = await createTestKey(base.db);
const now = new Date('2026-05-01T00:00:00Z');
const password = 'a long enough password';
const deps = { db: base.db, throttle: createThrottle(), rule: 'open' } as const;

const rename = (as: Member, name: unknown) =>
  api.call({ method: 'PATCH', path: '/api/dashboard/settings/name', as, body: { name } });
const namesOf = async (actor: Member) =>
  (await listMembers(base.db, actor)).map(({ name }) => name);

test('names given at sign-up or with an invitation become the members’ names, and are optional', async () => {
  const email = 'lea@example.com';
  const given = { merchantName: 'Acme', name: ' Lea K. ', email, password };
  const account = await signUp(deps, given, testVisitor(), now);
  const lea = { kind: 'member', ...account, role: 'owner', sessionId: '', factorAt: now } as const;
  for (const name of ['Ben', ' ', undefined]) {
    const invited = { email: `${name?.trim()}@example.com`, role: 'viewer' } as const;
    const { token } = await inviteMember(base.db, lea, invited, now);
    await joinAsNewUser(deps, { token, name, password, visitor: testVisitor() }, now);
  }
  expect(await namesOf(lea)).toEqual(expect.arrayContaining(['Lea K.', 'Ben', null, null]));
});

test('members of every role can change and clear their own name', async () => {
  for (const role of ['owner', 'member', 'viewer'] as const) {
    const { merchantId } = await createTestKey(base.db);
    const actor = await createTestActor(base.db, merchantId, role);
    expect((await rename(actor, ' Zoë 1 ')).status).toBe(200);
    expect(await namesOf(actor)).toEqual(['Zoë 1']);
    expect((await rename(actor, '')).status).toBe(200);
    expect(await namesOf(actor)).toEqual([null]);
  }
});

test('a name is one line of at most 60 characters, and contains no secret', async () => {
  const actor = await createTestActor(base.db, key.merchantId);
  for (const name of ['a\nb', 'x'.repeat(61), key.signingSecret, 7, null]) {
    expect((await rename(actor, name)).status, String(name)).toBe(400);
  }
  expect((await rename(actor, 'x'.repeat(60))).status).toBe(200);
});

test('members see a member’s name instead of the e-mail address, and neither is shown to customers or API keys', async () => {
  const actor = await createTestActor(base.db, key.merchantId);
  await rename(actor, 'Lea Known');
  const path = '/v1/btc/payments';
  const { json: payment } = await api.call({ path, key: key.apiKey, body: { amount_sats: 9_000 } });
  const { id } = payment;
  await base.db.insert(paymentHandled).values({
    paymentId: id,
    reason: 'late',
    handledAt: now,
    userId: actor.userId,
  });
  await base.db.execute(
    `update payment set flags = '{late}', handled = '{late}', status = 'confirmed', received_sats = 9000 where id = '${id}'`,
  );
  await api.call({ path: `/api/dashboard/payments/${id}/unhandle`, as: actor, body: {} });
  const viewer = await createTestActor(base.db, key.merchantId, 'viewer');
  const seen = await api.call({ path: `/api/dashboard/payments/${id}`, as: viewer });
  expect(seen.text).toContain('Lea Known');
  expect(seen.text).not.toContain('@test.example');
  for (const path of [`/v1/btc/payments/${id}`, '/v1/btc/payments', '/v1/btc/events']) {
    const { text } = await api.call({ path, key: key.apiKey });
    expect(text, path).not.toMatch(/Lea Known|@test\.example/);
  }
});
