import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { payment } from '@/db/schema/payments';
import { auditEntry } from '@/db/schema/people';
import { delivery } from '@/db/schema/webhooks';
import type { Member } from '@/lib/domain/actor';
import { readHealth } from '@/lib/health';
import { resendDeliveries } from '@/lib/webhooks/delivery/resend-deliveries';
import { resendDelivery } from '@/lib/webhooks/delivery/resend-delivery';
import { getDelivery } from '@/lib/webhooks/delivery/views/get-delivery';
import { searchDeliveries } from '@/lib/webhooks/delivery/views/search-deliveries';
import { createTestActor } from '@/test/support/actor';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openOutbox } from '@/test/support/outbox';
import { startReceiver } from '@/test/support/receiver';
import { reserveStablePort } from '@/test/support/reserve-stable-port';

let owner: Member;
let member: Member;
let viewer: Member;
let stranger: Member;

const box = await openForTestFile(openOutbox());
const receiver = await openForTestFile(startReceiver());

beforeAll(async () => {
  const { db } = box.base;
  owner = await createTestActor(db, box.key.merchantId, 'owner');
  member = await createTestActor(db, box.key.merchantId, 'member');
  viewer = await createTestActor(db, box.key.merchantId, 'viewer');
  stranger = await createTestActor(db, (await createTestKey(db)).merchantId, 'owner');
});

const everything = { limit: 100, offset: 0 };
const list = (filter = {}, actor = viewer, page = everything) =>
  searchDeliveries(box.base.db, actor, filter, page);
const ids = async (filter = {}) => (await list(filter)).deliveries.map(({ id }) => id);

const closedUrl = async (path: string) => `http://127.0.0.1:${await reserveStablePort()}${path}`;

async function attempted(status: number, path: string, reference?: string) {
  receiver.respond({ status, headers: { 'content-type': 'text/html' }, body: '<b>answer</b>' });
  const created = await box.announceNew(receiver.url(path));
  if (reference) {
    await box.base.db.update(payment).set({ reference }).where(eq(payment.id, created.id));
  }
  await box.dispatch();
  return box.delivery(created);
}

test('the list of deliveries has the deliveries of all payments, newest first, in pages with an exact total', async () => {
  const first = await attempted(200, '/list-1');
  box.passTime(1_000);
  const second = await attempted(500, '/list-2', 'Order 77');
  const page = await list({ text: '/list-' });
  expect(page.total).toBe(2);
  expect(page.deliveries.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(page.deliveries[0]).toMatchObject({
    reference: 'Order 77',
    keyName: 'API key',
    status: 'pending',
    attempt: 1,
    responseStatus: 500,
  });
  expect(page.deliveries[0]?.durationMs).toBeGreaterThanOrEqual(0);
  const rest = await list({ text: '/list-' }, viewer, { limit: 1, offset: 1 });
  expect(rest).toMatchObject({ total: 2, deliveries: [{ id: first.id }] });
});

test('the list of deliveries can be filtered by state, event type, key, range and text', async () => {
  const good = await attempted(204, '/filter-a');
  box.passTime(5_000);
  const from = box.clock();
  const gone = await attempted(410, '/filter-b', '50%_off');
  const of = (filter: object) => ids({ text: '/filter-', ...filter });
  expect(await of({ state: 'delivered' })).toEqual([good.id]);
  expect(await of({ state: 'failed' })).toEqual([gone.id]);
  expect(await of({ state: 'failing' })).toEqual([]);
  expect(await of({ from })).toEqual([gone.id]);
  expect(await of({ before: from })).toEqual([good.id]);
  expect(await of({ eventType: 'payment.confirmed' })).toEqual([]);
  expect(await of({ apiKeyId: box.key.id })).toHaveLength(2);
  expect(await of({ apiKeyId: 'key_other' })).toEqual([]);
  expect(await ids({ text: gone.id })).toEqual([gone.id]);
  expect(await ids({ text: ` ${gone.paymentId} ` })).toEqual([gone.id]);
  expect(await ids({ text: gone.eventId })).toEqual([gone.id]);
  expect(await ids({ text: '0%_O' })).toEqual([gone.id]);
  expect(await ids({ text: '0%x' })).toEqual([]);
});

test('a delivery has its attempts, newest first, with the bytes exchanged and the cause of failure', async () => {
  const sent = await attempted(403, '/detail');
  box.passTime(10_000);
  receiver.respond({ status: 200, body: 'thanks\u0000' });
  await box.dispatch();
  const detail = await getDelivery(box.base.db, viewer, sent.id);
  expect(detail.attempts.map(({ number, outcome }) => [number, outcome])).toEqual([
    [2, 'delivered'],
    [1, 'failed'],
  ]);
  const [second, first] = detail.attempts;
  expect(first?.exchange.cause?.message).toContain('403');
  expect(first?.exchange.response).toMatchObject({ status: 403, body: { text: '<b>answer</b>' } });
  expect(second?.exchange.response?.body).toEqual({ text: 'thanks\ufffd', bytes: 7 });
  expect(second?.exchange.remoteAddress).toBe('127.0.0.1');
  const received = receiver.requests.filter(({ path }) => path === '/detail').at(-1);
  const request = second?.exchange.request;
  expect(request?.body).toBe(received?.body.toString());
  expect(request?.headers.map(([name]) => name)).toEqual(received?.headerNames);
  for (const [name, value] of request?.headers ?? []) {
    expect(received?.headers[name.toLowerCase()], name).toBe(value);
  }
});

test('a delivery with a truncated response has a note that the body is incomplete', async () => {
  receiver.respond({ status: 202, cut: true });
  const created = await box.announceNew(receiver.url('/cut'));
  await box.dispatch();
  const detail = await getDelivery(box.base.db, viewer, (await box.delivery(created)).id);
  expect(detail.attempts[0]).toMatchObject({
    outcome: 'delivered',
    exchange: {
      response: {
        status: 202,
        body: { text: 'the beginning' },
        note: expect.stringMatching(/connection closed.*kept as far as it came/),
      },
      cause: null,
    },
  });
});

test('if an attempt could not connect, its details contain no request', async () => {
  const created = await box.announceNew(await closedUrl('/nobody'));
  await box.dispatch();
  const detail = await getDelivery(box.base.db, viewer, (await box.delivery(created)).id);
  expect(detail.attempts[0]).toMatchObject({
    outcome: 'failed',
    exchange: { request: null, response: null, cause: { code: 'connection_refused' } },
  });
  expect(detail.nextAttemptAt).not.toBeNull();
});

test('while a host is paused, its deliveries have a next attempt time and do not count as delayed', async () => {
  const url = await closedUrl('/dead');
  const own = await openOutbox();
  const { db } = own.base;
  const actor = await createTestActor(db, own.key.merchantId, 'viewer');
  const created = await Promise.all(Array.from({ length: 12 }, () => own.announceNew(url)));
  await own.dispatch();
  own.passTime(6_000);
  await own.dispatch();
  const opens = (await own.host(url))?.openUntil;
  expect(opens).toBeInstanceOf(Date);
  const { deliveries } = await searchDeliveries(db, actor, {}, everything);
  expect(deliveries).toHaveLength(created.length);
  for (const { nextAttemptAt } of deliveries) {
    expect(nextAttemptAt?.getTime()).toBeGreaterThanOrEqual(opens?.getTime() ?? 0);
  }
  const detail = await getDelivery(db, actor, deliveries[0]?.id ?? '');
  expect(detail.nextAttemptAt).toEqual(deliveries[0]?.nextAttemptAt);
  const before = new Date((opens?.getTime() ?? 0) - 1);
  expect((await readHealth(db, [], before)).outbox).toMatchObject({ due: 0, lag_seconds: 0 });
  await own.close();
});

test('another merchant sees an empty list and cannot find a delivery by its id', async () => {
  const own = await attempted(410, '/scoped');
  expect(await list({}, stranger)).toMatchObject({ deliveries: [], total: 0 });
  expect(await list({ apiKeyId: box.key.id }, stranger)).toMatchObject({ total: 0 });
  const { db } = box.base;
  await expect(getDelivery(db, stranger, own.id)).rejects.toThrow('not_found');
  await expect(resendDelivery(db, stranger, own.id, box.clock())).rejects.toThrow('not_found');
  expect(await resendDeliveries(db, stranger, { state: 'failed' }, box.clock())).toBe(0);
  expect((await box.deliveries({ id: own.paymentId }))[0]?.status).toBe('failed');
});

test('a member, but not a viewer, can resend a delivery, which sends the same event again', async () => {
  const failed = await attempted(410, '/resend');
  const { db } = box.base;
  await expect(resendDelivery(db, viewer, failed.id, box.clock())).rejects.toThrow('forbidden');
  await expect(resendDeliveries(db, viewer, { state: 'failed' }, box.clock())).rejects.toThrow(
    'forbidden',
  );
  receiver.respond({ status: 200 });
  expect(await resendDelivery(db, member, failed.id, box.clock())).toBe('resent');
  await box.dispatch();
  const events = receiver.requests
    .filter(({ path }) => path === '/resend')
    .map(({ headers }) => headers['x-event-id']);
  expect(events).toEqual([failed.eventId, failed.eventId]);
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.subject, failed.id));
  expect(entries).toMatchObject([{ action: 'delivery.resend', userId: member.userId }]);
});

test('resending all failed deliveries resends exactly those that match the filters', async () => {
  const kept = await attempted(410, '/bulk-old');
  box.passTime(60_000);
  const from = box.clock();
  const first = await attempted(410, '/bulk-1');
  const second = await attempted(410, '/bulk-2');
  const delivered = await attempted(200, '/bulk-3');
  const filter = { from, text: '/bulk-', state: 'failed' } as const;
  expect(await resendDeliveries(box.base.db, owner, filter, box.clock())).toBe(2);
  const status = async (id: string) => {
    const [row] = await box.base.db.select().from(delivery).where(eq(delivery.id, id));
    return row?.status;
  };
  expect(await status(first.id)).toBe('pending');
  expect(await status(second.id)).toBe('pending');
  expect(await status(kept.id)).toBe('failed');
  expect(await status(delivered.id)).toBe('delivered');
  expect(await resendDeliveries(box.base.db, owner, filter, box.clock())).toBe(0);
  const entries = await box.base.db
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.userId, owner.userId));
  expect(entries).toMatchObject([{ action: 'delivery.resend_failed', data: { resent: 2 } }]);
});
