import { and, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { apiKey } from '@/db/schema/accounts';
import { auditEntry } from '@/db/schema/people';
import { removeMember } from '@/lib/accounts/remove-member';
import type { Member } from '@/lib/domain/actor';
import { handlePayment } from '@/lib/payments/handle-payment';
import { type NoteChange, readNotes, updateInboxNote } from '@/lib/payments/inbox-note';
import { paymentDetail } from '@/lib/payments/views/payment-detail';
import { createTestActor } from '@/test/support/actor';
import { createTestKey } from '@/test/support/factories';
import { NO_CHAIN_SETTINGS as kinds } from '@/test/support/no-chain-settings';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openSandboxShop } from '@/test/support/sandbox-shop';

const shop = await openForTestFile(openSandboxShop());
const { base, key, member, viewer, now, create, pay, mine, expire } = shop;
const owner = await createTestActor(base.db, key.merchantId, 'owner');
const stranger = await createTestActor(base.db, (await createTestKey(base.db)).merchantId, 'owner');

const NOTED = ['payment.note', 'payment.assign'];

async function late(): Promise<string> {
  const id = await create();
  await expire();
  await pay(id);
  await mine(id);
  return id;
}

const change = (actor: Member, id: string, to: NoteChange) =>
  updateInboxNote(base.db, actor, id, to, { kinds, now: now() });

async function shown(id: string) {
  const { note, assignee } = await paymentDetail(base.db, viewer, id);
  const listed = (await readNotes(base.db, viewer, [id])).get(id);
  expect({ note: null, assignee: null, ...listed }).toEqual({ note, assignee });
  return [note, assignee?.id ?? null];
}

test('the note and the assignee of an inbox entry can be changed separately, and each change is audited', async () => {
  const id = await late();
  expect(await shown(id)).toEqual([null, null]);
  await change(member, id, { note: 'Calls back on Monday' });
  await change(owner, id, { assigneeId: member.userId });
  expect(await shown(id)).toEqual(['Calls back on Monday', member.userId]);
  await change(owner, id, { assigneeId: member.userId });
  await change(member, id, { assigneeId: null });
  expect(await shown(id)).toEqual(['Calls back on Monday', null]);
  await change(member, id, { note: null });
  expect(await shown(id)).toEqual([null, null]);
  const entries = await base.db
    .select({ action: auditEntry.action, data: auditEntry.data, userId: auditEntry.userId })
    .from(auditEntry)
    .where(and(eq(auditEntry.subject, id), inArray(auditEntry.action, NOTED)));
  const expected = [
    { action: 'payment.note', data: { note: 'Calls back on Monday' }, userId: member.userId },
    {
      action: 'payment.assign',
      data: { user_id: member.userId, to: expect.any(String) },
      userId: owner.userId,
    },
    { action: 'payment.assign', data: { user_id: null, to: null }, userId: member.userId },
    { action: 'payment.note', data: { note: null }, userId: member.userId },
  ];
  // Entries with equal timestamps have no defined order.
  expect(entries).toHaveLength(expected.length);
  for (const entry of expected) expect(entries).toContainEqual(expect.objectContaining(entry));
});

test('marking a payment as done keeps its note unless a new note is given', async () => {
  const id = await late();
  await change(member, id, { note: 'Calls back', assigneeId: owner.userId });
  const { row } = await paymentDetail(base.db, member, id);
  const done = { paymentId: id, received: row.receivedSats };
  await handlePayment(base.db, member, done, now());
  expect((await paymentDetail(base.db, viewer, id)).note).toBe('Calls back');
  const again = await late();
  await change(member, again, { note: 'Calls back', assigneeId: owner.userId });
  await handlePayment(base.db, member, { ...done, paymentId: again, note: 'Refunded' }, now());
  const { note, assignee } = await paymentDetail(base.db, viewer, again);
  expect([note, assignee?.id]).toEqual(['Refunded', owner.userId]);
});

test('viewers and other merchants cannot change a note, and only team members can be assigned', async () => {
  const id = await late();
  await expect(change(viewer, id, { note: 'x' })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(change(viewer, id, { assigneeId: viewer.userId })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(change(stranger, id, { note: 'x' })).rejects.toMatchObject({
    code: 'payment_not_found',
  });
  await expect(change(member, id, { assigneeId: stranger.userId })).rejects.toMatchObject({
    code: 'invalid_request',
  });
  await expect(change(member, id, { note: `Key ${key.apiKey}` })).rejects.toMatchObject({
    code: 'invalid_request',
  });
  expect(await shown(id)).toEqual([null, null]);
});

test('a member who has left the team is not shown as assigned', async () => {
  const id = await late();
  const leaving = await createTestActor(base.db, key.merchantId, 'member');
  await change(member, id, { assigneeId: leaving.userId, note: 'Kept' });
  expect(await shown(id)).toEqual(['Kept', leaving.userId]);
  await removeMember(base.db, owner, leaving.userId, now());
  expect(await shown(id)).toEqual(['Kept', null]);
});

test('only members of the merchant can read or change a note on an inbox notice', async () => {
  const soon = new Date(now().getTime() + 86_400_000);
  await base.db.update(apiKey).set({ expiresAt: soon }).where(eq(apiKey.id, key.id));
  await change(member, key.id, { note: 'Ada rotates it', assigneeId: owner.userId });
  const noteOf = async (actor: Member) => (await readNotes(base.db, actor, [key.id])).get(key.id);
  expect(await noteOf(viewer)).toMatchObject({
    note: 'Ada rotates it',
    assignee: { id: owner.userId },
  });
  expect(await noteOf(stranger)).toBeUndefined();
  await expect(change(stranger, key.id, { note: 'x' })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(change(viewer, key.id, { note: 'x' })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await base.db.update(apiKey).set({ expiresAt: null }).where(eq(apiKey.id, key.id));
  await expect(change(member, key.id, { note: 'x' })).rejects.toMatchObject({
    code: 'not_found',
  });
  const [entry] = await base.db
    .select({ action: auditEntry.action, data: auditEntry.data })
    .from(auditEntry)
    .where(and(eq(auditEntry.subject, key.id), eq(auditEntry.action, 'inbox.note')));
  expect(entry?.data).toEqual({ note: 'Ada rotates it', name: expect.any(String) });
});
