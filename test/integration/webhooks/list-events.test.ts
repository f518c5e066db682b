import { desc, isNotNull, isNull, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { webhookEvent } from '@/db/schema/webhooks';
import type { EventType } from '@/lib/domain/event-types';
import { Problem } from '@/lib/domain/problems';
import { listEvents } from '@/lib/webhooks/events/list-events';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openOutbox, type TestPayment } from '@/test/support/outbox';

let key: TestKey;
const outbox = await openForTestFile(openOutbox());
beforeEach(async () => {
  key = await createTestKey(outbox.base.db);
});

const page = async (after?: string, limit = 100, of = key) => {
  const { events, hasMore } = await listEvents(outbox.base.db, of.actor, { after, limit });
  return { ids: events.map(({ id }) => id), types: events.map(({ type }) => type), hasMore };
};
const announceNew = async () => {
  const payment = await outbox.addPayment(null, key);
  await outbox.announce(payment);
  return payment;
};

async function readOn(after?: string): Promise<string[]> {
  const { ids, hasMore } = await page(after, 3);
  return hasMore ? [...ids, ...(await readOn(ids.at(-1)))] : ids;
}

test('an event that commits late is listed after the events that were listed before the commit', async () => {
  const first = await outbox.addPayment(null, key);
  const { db } = outbox.base;
  let before: Awaited<ReturnType<typeof page>> | undefined;
  await db.transaction(async (tx) => {
    await outbox.announce(first, 'payment.detected', tx);
    await announceNew();
    await announceNew();
    before = await page();
    expect(before.ids).toHaveLength(2);
  });
  const last = before?.ids.at(-1);
  const { ids, types } = await page(last);
  expect(types).toEqual(['payment.detected']);
  expect(await readOn()).toEqual([...(before?.ids ?? []), ...ids]);
  expect(await page(ids[0])).toEqual({ ids: [], types: [], hasMore: false });
});

test('an event that is rolled back is not listed and leaves no gap', async () => {
  const payment = await outbox.addPayment(null, key);
  const failing = outbox.base.db.transaction(async (tx) => {
    await outbox.announce(payment, 'payment.detected', tx);
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  expect((await page()).ids).toEqual([]);
});

test('a list that is read while new events arrive returns every event once, in order per payment', async () => {
  const payments: TestPayment[] = [];
  for (let n = 0; n < 6; n += 1) payments.push(await outbox.addPayment(null, key));
  const types = ['payment.detected', 'payment.confirmed', 'payment.reverted'] as const;
  const announcing = payments.map(async (payment) => {
    for (const type of types) await outbox.announce(payment, type);
  });
  const seen: string[][] = [];
  const reading = Array.from({ length: 4 }, async () => {
    const read: string[] = [];
    while (read.length < payments.length * types.length) read.push(...(await readOn(read.at(-1))));
    seen.push(read);
  });
  await Promise.all([...announcing, ...reading]);
  for (const read of seen) expect(read).toEqual(seen[0]);
  expect(new Set(seen[0]).size).toBe(payments.length * types.length);
  const { events } = await listEvents(outbox.base.db, key.actor, { limit: 100 });
  for (const { id } of payments) {
    const own = events.filter(({ body }) => body.includes(id));
    expect(own.map(({ type }) => type)).toEqual(types);
  }
});

test('a page states whether more events follow, and never exceeds the limit', async () => {
  await announceNew();
  await announceNew();
  expect(await page(undefined, 2)).toMatchObject({ hasMore: false });
  await announceNew();
  const { ids, hasMore } = await page(undefined, 2);
  expect([ids.length, hasMore]).toEqual([2, true]);
  expect((await page(ids[1], 2)).ids).toHaveLength(1);
});

test('all events are listed even if they exceed one batch', async () => {
  const payment = await announceNew();
  const [id = ''] = (await page()).ids;
  const many = 1_100;
  const { db } = outbox.base;
  await db.execute(sql`
    insert into webhook_event (id, payment_id, api_key_id, type, sequence, body, created_at)
    select 'evt_' || n, ${payment.id}, ${key.id}, 'payment.underpaid', n, '{}', now()
    from generate_series(2, ${many + 1}::int) n order by n`);
  const [, newest] = await db
    .select({ id: webhookEvent.id })
    .from(webhookEvent)
    .where(isNull(webhookEvent.position))
    .orderBy(desc(webhookEvent.entry))
    .limit(2);
  expect((await page(newest?.id)).ids).toHaveLength(1);
  expect(await db.$count(webhookEvent, isNotNull(webhookEvent.position))).toBeGreaterThan(many);
  expect((await page(id)).hasMore).toBe(true);
});

test('after=now returns an empty page and a cursor that leads to every event that commits later', async () => {
  const none = { events: [], hasMore: false, nextAfter: undefined };
  const now = () => listEvents(outbox.base.db, key.actor, { after: 'now', limit: 100 });
  expect(await now()).toEqual(none);
  await announceNew();
  const open = await outbox.addPayment(null, key);
  const { db } = outbox.base;
  const after = await db.transaction(async (tx) => {
    await outbox.announce(open, 'payment.detected', tx);
    await announceNew();
    const { events, nextAfter } = await now();
    expect(events).toEqual([]);
    expect(nextAfter).toBe((await page()).ids.at(-1));
    return nextAfter;
  });
  await announceNew();
  expect((await page(after)).ids).toHaveLength(2);
});

test('a list filtered by event types contains only events of these types, and continues after the given cursor', async () => {
  const payment = await announceNew();
  await outbox.announce(payment, 'payment.confirmed');
  await outbox.announce(payment, 'payment.reverted');
  const of = (types: EventType[], after?: string) =>
    listEvents(outbox.base.db, key.actor, { after, types, limit: 1 });
  const first = await of(['payment.confirmed', 'payment.reverted']);
  expect(first).toMatchObject({ events: [{ type: 'payment.confirmed' }], hasMore: true });
  const second = await of(['payment.confirmed', 'payment.reverted'], first.nextAfter);
  expect(second).toMatchObject({ events: [{ type: 'payment.reverted' }], hasMore: false });
  expect(await of(['payment.expired'], second.nextAfter)).toMatchObject({
    events: [],
    nextAfter: second.nextAfter,
  });
});

test('a key can neither list another key’s events nor use their ids as a cursor', async () => {
  await announceNew();
  const [id] = (await page()).ids;
  const other = await createTestKey(outbox.base.db, { merchantId: key.merchantId });
  expect((await page(undefined, 100, other)).ids).toEqual([]);
  const refused = await page(id, 100, other).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Problem);
  expect(refused).toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: 'after', code: 'unknown_event' }],
  });
});

test('listing does not wait for an open transaction of the same key, and does not delay a create request', async () => {
  await announceNew();
  await outbox.base.db.transaction(async (tx) => {
    // Like every creation, this locks the API key's row through the payment's foreign key.
    await outbox.addPayment(null, key, tx);
    expect((await page()).ids).toHaveLength(1);
  });
});
