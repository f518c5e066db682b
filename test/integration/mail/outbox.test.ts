import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mail, mailSender } from '@/db/schema/mail';
import { claimMail, MAIL_LEASE_MS } from '@/lib/mail/claim-mail';
import { completeMail, MAX_PENDING_MAIL_AGE_MS } from '@/lib/mail/complete-mail';
import { mailState } from '@/lib/mail/mail-state';
import { openMailOutbox } from '@/test/support/mail-outbox';
import { openForTestFile } from '@/test/support/open-for-test-file';

const HOUR_MS = 3_600_000;

const box = await openForTestFile(openMailOutbox());
const { db } = box.base;

async function rowOf(fact: string) {
  const [row] = await db.select().from(mail).where(eq(mail.fact, fact));
  if (!row) throw new Error(`no mail tells "${fact}"`);
  return row;
}

const messageIdOf = (source: string | undefined) => /^message-id: (.*)$/im.exec(source ?? '')?.[1];

test('a recipient gets one mail about an event, however often the mail is put in the outbox', async () => {
  const before = box.server.mails.length;
  await box.add({ fact: 'once' });
  await box.add({ fact: 'once' });
  expect(await box.send()).toBe(1);
  await box.add({ fact: 'once' });
  expect(await box.send()).toBe(0);
  expect(box.server.mails).toHaveLength(before + 1);
});

test('a sent mail leaves neither its text nor its link in the database', async () => {
  await box.add({ fact: 'erased', body: 'Private', link: { text: 'Open', path: '/dashboard' } });
  await box.send();
  expect(await rowOf('erased')).toMatchObject({
    body: '',
    path: null,
    sealedPath: null,
    sentAt: box.clock(),
  });
});

test('a mail that the server temporarily refuses is retried with the same Message-ID', async () => {
  const before = box.server.mails.length;
  const ids: (string | undefined)[] = [];
  box.server.handle((nth) => {
    ids.push(String(nth));
    return ids.length === 1 ? 451 : 'accept';
  });
  await box.add({ fact: 'greylisted' });
  expect(await box.send()).toBe(0);
  const waiting = await rowOf('greylisted');
  expect(waiting.lastError).toBe(
    'The mail server did not accept the message yet. Its reply was 451.',
  );
  expect(await box.send()).toBe(0);
  box.passTime(60_000);
  expect(await box.send()).toBe(1);
  box.server.handle(() => 'accept');
  const [sent] = box.server.mails.slice(before);
  expect(messageIdOf(sent?.source)).toBe(`<${waiting.id}@shop.example>`);
});

test('a mail whose recipient the server refuses is given up, and the next mail is sent', async () => {
  box.server.refuseRecipients((recipient) => (recipient === 'gone@example.com' ? 550 : 0));
  await box.add({ fact: 'refused', recipient: 'gone@example.com' });
  await box.add({ fact: 'after the refused one' });
  expect(await box.send()).toBe(1);
  box.server.refuseRecipients(() => 0);
  box.passTime(MAX_PENDING_MAIL_AGE_MS);
  expect(await box.send()).toBe(0);
  expect(await rowOf('refused')).toMatchObject({
    failedAt: expect.any(Date),
    lastError: 'The mail server refused the recipient. Its reply was 550.',
    body: '',
  });
});

test('a mail is sent again if the connection breaks while the mail is being sent', async () => {
  const before = box.server.mails.length;
  box.server.handle(() => 'cut');
  await box.add({ fact: 'cut', body: 'A long text. '.repeat(10_000) });
  expect(await box.send()).toBe(0);
  expect((await mailState(db, box.clock()))?.lastError).toContain('The connection');
  box.server.handle(() => 'accept');
  box.passTime(60_000);
  expect(await box.send()).toBe(1);
  expect(box.server.mails).toHaveLength(before + 1);
  expect((await mailState(db, box.clock()))?.lastError).toBeNull();
});

test('a mail that could not be sent for three days is given up', async () => {
  box.server.handle(() => 451);
  await box.add({ fact: 'too old' });
  for (let hours = 0; hours <= 76; hours += 4) {
    await box.send();
    box.passTime(4 * HOUR_MS);
  }
  box.server.handle(() => 'accept');
  expect(await box.send()).toBe(0);
  expect((await rowOf('too old')).failedAt).not.toBeNull();
});

test('the pending notifications of a digest are sent as one mail', async () => {
  const before = box.server.mails.length;
  for (const n of [1, 2, 3])
    await box.add({ fact: `digest ${n}`, digest: 'team ann', subject: `Subject ${n}` });
  await box.add({ fact: 'other digest', digest: 'team ben', recipient: 'ben@example.com' });
  expect(await box.send()).toBe(2);
  const sources = box.server.mails.slice(before).map(({ source }) => source);
  expect(sources.filter((source) => source.includes('Subject: 3 notifications'))).toHaveLength(1);
  for (const n of [1, 2, 3])
    expect(sources.filter((source) => source.includes(`Subject ${n}`))).toHaveLength(1);
});

test('a notification that arrives after the first attempt to send a digest is sent in a separate mail', async () => {
  const before = box.server.mails.length;
  box.server.handle(() => 451);
  await box.add({ fact: 'first of two', digest: 'kept', subject: 'First' });
  await box.send();
  box.server.handle(() => 'accept');
  await box.add({ fact: 'second of two', digest: 'kept', subject: 'Second' });
  box.passTime(60_000);
  expect(await box.send()).toBe(2);
  const subjects = box.server.mails
    .slice(before)
    .map(({ source }) => /^Subject: (.*)$/im.exec(source)?.[1]);
  expect(subjects.sort()).toEqual(['First', 'Second']);
});

test('concurrent senders send each mail once', async () => {
  const before = box.server.mails.length;
  for (let n = 0; n < 20; n += 1) await box.add({ fact: `concurrent ${n}`, digest: `d${n % 5}` });
  const counts = await Promise.all([box.send(), box.send(), box.send(), box.send()]);
  const sent = box.server.mails.slice(before);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(sent.length);
  const waiting = await db.$count(mail, eq(mail.subject, 'News'));
  expect(waiting).toBeGreaterThan(0);
  expect((await mailState(db, box.clock()))?.waiting).toBe(0);
  const ids = sent.map(({ source }) => messageIdOf(source));
  expect(new Set(ids).size).toBe(ids.length);
});

test('an attempt that outlives its lease does not change a mail that another sender has already sent', async () => {
  await box.add({ fact: 'outlived' });
  const slow = await claimMail(db, box.clock());
  if (!slow) throw new Error('nothing was claimed');
  box.passTime(MAIL_LEASE_MS);
  expect(await box.send()).toBe(1);
  const fault = { message: 'Late.', isFinal: true, isOfServer: false };
  await completeMail(db, slow, fault, box.clock());
  const row = await rowOf('outlived');
  expect(row).toMatchObject({ failedAt: null, nextAttemptAt: null, sentAt: expect.any(Date) });
});

test('the mail status counts pending mails, and is null while mail is off', async () => {
  await box.add({ fact: 'waits' });
  box.passTime(5_000);
  expect(await mailState(db, box.clock())).toMatchObject({ waiting: 1, lagSeconds: 5 });
  await box.send();
  const off = await db.delete(mailSender).returning();
  expect(await mailState(db, box.clock())).toBeNull();
  await db.insert(mailSender).values(off);
});
