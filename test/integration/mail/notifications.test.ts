import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chain } from '@/db/schema/chain';
import { webhookEndpointStanding } from '@/db/schema/endpoints';
import { mail } from '@/db/schema/mail';
import { payment } from '@/db/schema/payments';
import { appUser } from '@/db/schema/people';
import { removeMember } from '@/lib/accounts/remove-member';
import { toSats } from '@/lib/domain/sats';
import { createKey } from '@/lib/keys/create-key';
import { setMailOn } from '@/lib/mail/mail-state';
import { chooseTopics, readTopics } from '@/lib/mail/notification-choice';
import { notifyOfDecisions } from '@/lib/mail/notify-of-decisions';
import { notifyOfSourceFaults } from '@/lib/mail/notify-of-source-faults';
import { sendTestMail } from '@/lib/mail/send-test-mail';
import { notifyOfFailingEndpoints } from '@/lib/webhooks/endpoints/notify-of-failing-endpoints';
import { createTestActor } from '@/test/support/actor';
import { createTestKey, randomDescriptor, type TestKey, testVault } from '@/test/support/factories';
import { openMailOutbox } from '@/test/support/mail-outbox';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openOutbox } from '@/test/support/outbox';
import { createTestOwner } from '@/test/support/users';

const MINUTE_MS = 60_000;

const outbox = await openForTestFile(openOutbox());
const box = await openForTestFile(openMailOutbox(outbox.base));
const { db } = box.base;

async function shortPayment(key: TestKey): Promise<string> {
  const { id } = await outbox.addPayment(null, key);
  await db
    .update(payment)
    .set({ status: 'expired', flags: ['underpaid'], holdsAddress: false })
    .where(eq(payment.id, id));
  return id;
}

async function addressOf(userId: string): Promise<string> {
  const [user] = await db.select().from(appUser).where(eq(appUser.id, userId));
  return user?.email ?? '';
}
async function subjectsFor(userId: string): Promise<string[]> {
  const recipient = await addressOf(userId);
  const rows = await db.select().from(mail).where(eq(mail.recipient, recipient)).orderBy(mail.id);
  return rows.map(({ subject }) => subject).sort();
}

async function newTeam() {
  const key = await createTestKey(db);
  const [owner, member, viewer] = await Promise.all(
    (['owner', 'member', 'viewer'] as const).map((role) =>
      createTestActor(db, key.merchantId, role),
    ),
  );
  if (!owner || !member || !viewer) throw new Error('the team is not whole');
  return { key, owner, member, viewer };
}

test('each role is notified of its default topics, unless the member chooses other topics', async () => {
  const { key, owner, member, viewer } = await newTeam();
  await chooseTopics(db, viewer, ['security', 'security'], box.clock());
  expect(await readTopics(db, viewer)).toEqual(['security']);
  const settings = { merchantId: key.merchantId, network: 'regtest' as const, name: 'Shop 2' };
  const descriptor = randomDescriptor('regtest');
  await createKey(db, testVault, owner, { ...settings, descriptor }, box.clock());
  expect(await subjectsFor(owner.userId)).toContain('New API key');
  expect(await subjectsFor(viewer.userId)).toContain('New API key');
  expect(await subjectsFor(member.userId)).toEqual([]);
});

test('owners are notified when a member is removed, and an owner’s pending notifications form one mail', async () => {
  const { owner, member, viewer } = await newTeam();
  await removeMember(db, owner, member.userId, box.clock());
  await removeMember(db, owner, viewer.userId, box.clock());
  expect(await subjectsFor(owner.userId)).toEqual(['Member removed', 'Member removed']);
  expect(await box.send()).toBe(0);
  box.passTime(MINUTE_MS);
  const before = box.server.mails.length;
  await box.send();
  const recipient = await addressOf(owner.userId);
  const sent = box.server.mails.slice(before).filter(({ to }) => to.includes(recipient));
  expect(sent).toHaveLength(1);
  expect(sent[0]?.source).toContain('Subject: 2 notifications for Test shop');
});

test('members are notified once of money that needs a decision, and again when the amount changes', async () => {
  const { key, owner, viewer } = await newTeam();
  const id = await shortPayment(key);
  const tell = () => notifyOfDecisions(db, [id], box.clock());
  await tell();
  await tell();
  expect(await subjectsFor(owner.userId)).toEqual([`Payment ${id} received too little`]);
  expect(await subjectsFor(viewer.userId)).toEqual([]);
  await db
    .update(payment)
    .set({ receivedSats: toSats(7) })
    .where(eq(payment.id, id));
  await tell();
  expect(await subjectsFor(owner.userId)).toHaveLength(2);
});

test('members are notified once when an endpoint or a chain source has failed for 30 minutes', async () => {
  const { key, owner } = await newTeam();
  const failingSince = box.clock();
  await outbox.announceNew('https://shop.example/hook', key);
  await db
    .update(webhookEndpointStanding)
    .set({ failingSince, inARow: 9, sameInARow: 9 })
    .where(eq(webhookEndpointStanding.merchantId, key.merchantId));
  await db
    .insert(chain)
    .values({ network: 'regtest', failingSince })
    .onConflictDoUpdate({ target: chain.network, set: { failingSince } });
  const check = async () => {
    await notifyOfFailingEndpoints(db, box.clock());
    await notifyOfSourceFaults(db, box.clock());
    return subjectsFor(owner.userId);
  };
  box.passTime(29 * MINUTE_MS);
  expect(await check()).toEqual([]);
  box.passTime(MINUTE_MS);
  const told = ['The regtest chain cannot be read', 'Webhooks to shop.example:443 fail'];
  expect(await check()).toEqual(told);
  box.passTime(MINUTE_MS);
  expect(await check()).toEqual(told);
});

test('a test mail goes only to the member who requested it, at most once a minute', async () => {
  const owner = await createTestOwner(db);
  const recipient = await addressOf(owner.userId);
  expect(await sendTestMail(db, owner, box.clock())).toBe(recipient);
  await sendTestMail(db, owner, box.clock());
  expect(await db.$count(mail, eq(mail.recipient, recipient))).toBe(1);
  await setMailOn(db, false);
  await expect(sendTestMail(db, owner, box.clock())).rejects.toMatchObject({
    code: 'invalid_request',
  });
  const before = await db.$count(mail);
  const { key } = await newTeam();
  const id = await shortPayment(key);
  await notifyOfDecisions(db, [id], box.clock());
  expect(await db.$count(mail)).toBe(before);
  await setMailOn(db, true);
});
