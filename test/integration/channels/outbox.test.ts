import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mail, notificationChannel } from '@/db/schema/mail';
import { chooseChannelTopics, removeChannel } from '@/lib/channels/change-channel';
import { listChannels, readChannelState } from '@/lib/channels/list-channels';
import { testChannel } from '@/lib/channels/test-channel';
import { MAX_PENDING_MAIL_AGE_MS } from '@/lib/mail/complete-mail';
import { mailState, nextMailAt, nextMessageAt } from '@/lib/mail/mail-state';
import { openChannelOutbox } from '@/test/support/channel-outbox';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { startReceiver } from '@/test/support/receiver';
import { createTestOwner } from '@/test/support/users';

const MINUTE_MS = 60_000;

const box = await openForTestFile(openChannelOutbox());
const { db } = box.base;

async function newChannel() {
  const [receiver, owner] = await Promise.all([forTest(), createTestOwner(db)]);
  const id = await box.add(
    { kind: 'slack', url: receiver.url('/services/T/B/secret-part') },
    owner,
  );
  const { merchantId } = owner;
  const tell = (fact: string, subject = 'News') => box.tell({ fact, subject, merchantId });
  const texts = () => receiver.requests.map(({ body }) => JSON.parse(String(body)).text as string);
  return { receiver, owner, id, tell, texts };
}
const receivers: { close(): Promise<void> }[] = [];
await openForTestFile(
  Promise.resolve({ close: () => Promise.all(receivers.map((one) => one.close())) }),
);
async function forTest() {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

test('a channel gets each notification only once, even on a server that sends no mail', async () => {
  const { id, tell, texts } = await newChannel();
  await tell('once');
  await tell('once');
  expect(await box.send()).toBe(1);
  await tell('once');
  expect(await box.send()).toBe(0);
  expect(texts()).toHaveLength(1);
  const [row] = await box.rows(id);
  expect(row).toMatchObject({ body: '', path: null, sentAt: expect.any(Date) });
  expect(await mailState(db, box.clock())).toBeNull();
});

test('a channel gets only the chosen notifications of its own merchant', async () => {
  const { owner, id, texts } = await newChannel();
  const { merchantId } = owner;
  await box.tell({ fact: 'other merchant' });
  await box.tell({ fact: 'other topic', topic: 'rates', merchantId });
  expect(await box.send()).toBe(0);
  await chooseChannelTopics(db, owner, id, ['rates'], box.clock());
  await box.tell({ fact: 'not chosen any more', merchantId });
  await box.tell({ fact: 'chosen', topic: 'rates', merchantId });
  expect(await box.send()).toBe(1);
  expect(texts()).toHaveLength(1);
});

test('notifications of the same minute are combined in one message, which is cut to the service’s size limit', async () => {
  const { tell, texts } = await newChannel();
  for (let n = 10; n < 50; n += 1) await tell(`many ${n}`, `Subject ${n} ${'ü'.repeat(90)}`);
  expect(await box.send()).toBe(1);
  const [text = ''] = texts();
  expect(text).toContain('40 notifications for Test shop');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_000);
  const shown = text.match(/Subject/g)?.length ?? 0;
  expect(text).toMatch(new RegExp(`and ${40 - shown} more$`));
});

test('a failing channel is paused for longer after each failure, and then catches up in two messages', async () => {
  const { receiver, owner, id, tell, texts } = await newChannel();
  receiver.respond({ status: 503 });
  await tell('first');
  expect(await box.send()).toBe(0);
  await tell('second');
  await tell('third');
  // The first pause is one minute, and the second is five minutes.
  box.passTime(-1);
  expect(await box.send()).toBe(0);
  box.passTime(1);
  expect(receiver.requests).toHaveLength(1);
  await box.send();
  expect(receiver.requests).toHaveLength(2);
  expect((await box.channel(id))?.failures).toBe(2);
  expect(await nextMessageAt(db)).toEqual(new Date(box.clock().getTime() + 5 * MINUTE_MS));
  expect(await nextMailAt(db)).toBeNull();
  expect(await readChannelState(db, owner, box.clock())).toMatchObject({
    waiting: 3,
    lastError: 'Orders: Slack failed with status 503.',
  });
  receiver.respond({ status: 200 });
  box.passTime(4 * MINUTE_MS);
  expect(await box.send()).toBe(2);
  expect(texts().at(-1)).toContain('2 notifications');
  expect(await readChannelState(db, owner, box.clock())).toMatchObject({
    waiting: 0,
    lastError: null,
  });
});

test('a 429 pauses a channel for the Retry-After time in the header or in Telegram’s body', async () => {
  const { receiver, id, tell } = await newChannel();
  receiver.respond({ status: 429, headers: { 'retry-after': '600' } });
  await tell('limited');
  await box.send();
  const row = await box.channel(id);
  expect(row?.nextAttemptAt).toEqual(new Date(box.clock().getTime() + 600_000));
  expect(row?.lastError).toMatch(/accepts no more messages for now/);

  const owner = await createTestOwner(db);
  const url = receiver.url(`/bot12345:${'a'.repeat(35)}/sendMessage?chat_id=42`);
  const telegram = await box.add({ url }, owner);
  const body = { ok: false, error_code: 429, parameters: { retry_after: 900 } };
  receiver.respond({ status: 429, body: JSON.stringify(body) });
  await box.tell({ fact: 'limited too', merchantId: owner.merchantId });
  await box.send();
  const { nextAttemptAt } = (await box.channel(telegram)) ?? {};
  expect(nextAttemptAt).toEqual(new Date(box.clock().getTime() + 900_000));
});

test('a message that the service refuses is given up, and the next message is still sent', async () => {
  const { receiver, id, tell, texts } = await newChannel();
  receiver.respond({ status: 400, body: 'invalid_payload' });
  await tell('refused', 'Refused');
  await box.send();
  receiver.respond({ status: 200 });
  await tell('next', 'Next');
  expect(await box.send()).toBe(1);
  expect(texts()).toHaveLength(2);
  const [refused] = (await box.rows(id)).filter(({ fact }) => fact === 'refused');
  expect(refused).toMatchObject({ failedAt: expect.any(Date), body: '' });
});

test('a notification is given up after three days of failed attempts', async () => {
  const { receiver, id, tell } = await newChannel();
  receiver.respond({ status: 404, body: 'no_service' });
  await tell('too old');
  for (let past = 0; past <= MAX_PENDING_MAIL_AGE_MS + 4 * 3_600_000; past += 4 * 3_600_000) {
    await box.send();
    box.passTime(4 * 3_600_000);
  }
  const [row] = await box.rows(id);
  expect(row?.failedAt).toEqual(expect.any(Date));
  expect(receiver.requests.length).toBeLessThan(25);
});

test('a slow service does not delay other channels', async () => {
  const [slow, fast] = [await newChannel(), await newChannel()];
  slow.receiver.respond('hang');
  await slow.tell('slow');
  await fast.tell('fast');
  const sending = box.send();
  await Promise.all([fast.receiver.received(1), slow.receiver.received(1)]);
  await slow.receiver.close();
  await sending;
  expect((await box.channel(fast.id))?.lastSentAt).not.toBeNull();
  expect((await box.channel(slow.id))?.lastError).toMatch(/closed before a response/);
});

test('concurrent senders send each notification once, with one message at a time per channel', async () => {
  const channels = await Promise.all(Array.from({ length: 4 }, newChannel));
  for (const { tell } of channels) for (let n = 0; n < 3; n += 1) await tell(`fact ${n}`);
  const counts = await Promise.all([box.send(), box.send(), box.send()]);
  expect(counts.reduce((sum, count) => sum + count)).toBe(channels.length);
  for (const { texts } of channels) expect(texts()).toHaveLength(1);
});

test('a removed channel gets no further messages, and its target and pending notifications are deleted', async () => {
  const { receiver, owner, id, tell } = await newChannel();
  await tell('waits');
  await removeChannel(db, owner, id, box.clock());
  expect(await box.send()).toBe(0);
  expect(receiver.requests).toHaveLength(0);
  expect(await db.$count(mail, eq(mail.channelId, id))).toBe(0);
  expect(await listChannels(db, owner)).toEqual([]);
  await tell('later');
  expect(await db.$count(mail, eq(mail.recipient, id))).toBe(0);
});

test('a successful test message ends the pause of a channel', async () => {
  const { receiver, owner, id, tell } = await newChannel();
  receiver.respond({ status: 500 });
  await tell('waits');
  await box.send();
  receiver.respond({ status: 200 });
  expect(await testChannel(db, box.deps, owner, id, box.clock())).toBeNull();
  box.passTime(-MINUTE_MS);
  expect(await box.send()).toBe(1);
});

test('messages to channels are subject to the same ban on private addresses as webhooks', async () => {
  const { receiver, owner, id } = await newChannel();
  const deny = { allowPrivate: false };
  const refused = await testChannel(db, { ...box.deps, policy: deny }, owner, id, box.clock());
  expect(refused).toMatch(/loopback address, and webhooks go to public addresses only/);
  const url = `http://hooks.shop.example:${receiver.port}/services/x`;
  const named = await box.add({ kind: 'slack', url }, owner);
  const rebound = { ...box.deps, policy: deny, resolve: async () => ['127.0.0.1'] };
  expect(await testChannel(db, rebound, owner, named, box.clock())).toMatch(
    /public addresses only/,
  );
  receiver.respond({ status: 302, headers: { location: 'http://127.0.0.1:1/?token=x' } });
  const redirected = await testChannel(db, box.deps, owner, id, box.clock());
  expect(redirected).toMatch(/^The URL redirects \(status 302\)/);
  expect(redirected).not.toContain('token');
});

test('a test message returns an error that names SECRET_KEY if the channel’s target was encrypted with another key', async () => {
  const { owner, id } = await newChannel();
  await db
    .update(notificationChannel)
    .set({ sealedTarget: 'v1.AAAA' })
    .where(eq(notificationChannel.id, id));
  expect(await testChannel(db, box.deps, owner, id, box.clock())).toMatch(/SECRET_KEY/);
});
