import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '@/db/client';
import { WakeSignal } from '@/lib/wake-signal';
import { dispatchDue } from '@/lib/webhooks/delivery/dispatch';
import { claimDueDeliveries } from '@/test/support/claim-due-deliveries';
import { waitForLockWaiters } from '@/test/support/lock-waits';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, type Reply, startReceiver } from '@/test/support/receiver';

const MINUTE = 60_000;

let outbox: Outbox;
let receiver: Receiver;
let other: Receiver;

beforeEach(async () => {
  [outbox, receiver, other] = await Promise.all([openOutbox(), startReceiver(), startReceiver()]);
});

afterEach(async () => {
  await Promise.all([outbox.close(), receiver.close(), other.close()]);
});

function heldBack(): { reply: () => Promise<Reply>; release(): void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { reply: () => released.then(() => ({ status: 204 })), release };
}

async function announceMany(count: number, url: string) {
  return Promise.all(Array.from({ length: count }, () => outbox.announceNew(url)));
}

const eventIds = (from: Receiver) =>
  from.requests.map(({ headers }) => headers['x-service-event-id']);

describe('a host that hangs', () => {
  test('a host whose responses hang uses only its share of the senders', async () => {
    const held = heldBack();
    receiver.respond(held.reply);
    await announceMany(40, receiver.url());
    await announceMany(60, other.url());
    const dispatched = outbox.dispatch({ maxInFlight: 12, perHost: 8 });
    await other.received(60);
    expect(receiver.requests.length).toBeLessThanOrEqual(8);
    held.release();
    expect(await dispatched).toBe(100);
  });

  test('a host whose responses hang does not delay later events for another host', async () => {
    const held = heldBack();
    receiver.respond(held.reply);
    await outbox.announceNew(receiver.url());
    const dispatched = outbox.dispatch();
    await receiver.received(1);
    await outbox.announceNew(other.url());
    await other.received(1);
    held.release();
    expect(await dispatched).toBe(2);
  });
});

describe('many concurrent dispatchers', () => {
  let databases: Database[];

  beforeEach(() => {
    databases = [1, 2, 3].map(() => openDatabase(outbox.base.url));
  });

  afterEach(async () => {
    await Promise.all(databases.map((database) => database.close()));
  });

  test('many concurrent dispatchers send each event once, in order, and one at a time per payment', async () => {
    const inFlight = new Map<string, number>();
    let mostAtOnce = 0;
    const seen = new Map<string, string[]>();
    receiver.respond(async ({ body, headers }) => {
      const { payment_id: id } = JSON.parse(body.toString()).data as { payment_id: string };
      inFlight.set(id, (inFlight.get(id) ?? 0) + 1);
      mostAtOnce = Math.max(mostAtOnce, inFlight.get(id) ?? 0);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight.set(id, (inFlight.get(id) ?? 0) - 1);
      seen.set(id, [...(seen.get(id) ?? []), headers['x-service-event-type'] ?? '']);
      return { status: 204 };
    });
    for (const payment of await announceMany(50, receiver.url())) {
      await outbox.announce(payment, 'payment.confirmed');
    }
    const counts = await Promise.all(
      databases.map(({ db }) => dispatchDue({ ...outbox.deps, db, perHost: 24 }, outbox.clock)),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(100);
    expect(new Set(eventIds(receiver)).size).toBe(100);
    expect(receiver.requests).toHaveLength(100);
    expect(mostAtOnce).toBe(1);
    expect([...seen.values()]).toEqual(
      new Array(50).fill(['payment.detected', 'payment.confirmed']),
    );
  });

  test('many concurrent dispatchers respect the limit of concurrent attempts per host', async () => {
    await announceMany(20, receiver.url());
    const bounds = { limit: 64, perHost: 8 };
    const claims = await Promise.all(
      databases.map(({ db }) => claimDueDeliveries(db, outbox.clock, bounds)),
    );
    const counts = claims.map(({ length }) => length);
    expect(Math.max(...counts)).toBeLessThanOrEqual(8);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
  });
});

describe('the events of one payment', () => {
  test('an event of a payment waits for the first attempt of the payment’s previous event', async () => {
    receiver.respond(({ headers }) => ({
      status: headers['x-service-event-type'] === 'payment.detected' ? 400 : 204,
    }));
    const payment = await outbox.announceNew(receiver.url());
    await outbox.announce(payment, 'payment.confirmed');
    // The later event's success makes the next attempt of the earlier event due.
    expect(await outbox.dispatch()).toBe(3);
    expect(receiver.requests.map(({ headers }) => headers['x-service-event-type'])).toEqual([
      'payment.detected',
      'payment.confirmed',
      'payment.detected',
    ]);
    const [detected, confirmed] = await outbox.deliveries(payment);
    expect([detected?.status, confirmed?.status]).toEqual(['pending', 'delivered']);
  });

  test('the events of one payment are sent in order even when several of them are due again', async () => {
    receiver.respond({ status: 400 });
    const payment = await outbox.announceNew(receiver.url());
    await outbox.announce(payment, 'payment.confirmed');
    await outbox.dispatch();
    outbox.passTime(MINUTE);
    const [claim, ...more] = await claimDueDeliveries(outbox.base.db, outbox.clock, {
      limit: 64,
      perHost: 8,
    });
    expect(claim?.eventType).toBe('payment.detected');
    expect(more).toEqual([]);
  });

  test('the events of one payment never delay the events of another payment', async () => {
    const held = heldBack();
    receiver.respond((_request, nth) => (nth === 1 ? held.reply() : { status: 204 }));
    const slow = await outbox.announceNew(receiver.url());
    await outbox.announce(slow, 'payment.confirmed');
    const dispatched = outbox.dispatch();
    await receiver.received(1);
    await announceMany(20, receiver.url());
    await receiver.received(21);
    held.release();
    expect(await dispatched).toBe(22);
  });
});

test('a stopping dispatcher finishes its claimed deliveries and claims no more', async () => {
  const held = heldBack();
  receiver.respond(held.reply);
  const payments = await announceMany(20, receiver.url());
  const stop = new AbortController();
  const dispatched = dispatchDue({ ...outbox.deps, perHost: 1 }, outbox.clock, stop.signal);
  await receiver.received(1);
  stop.abort();
  held.release();
  const attempts = await dispatched;
  // A claim that is recorded when the signal arrives still leads to attempts.
  expect(attempts).toBeLessThanOrEqual(2);
  expect(receiver.requests).toHaveLength(attempts);
  const rows = await Promise.all(payments.map((payment) => outbox.delivery(payment)));
  expect(rows.filter(({ status }) => status === 'delivered')).toHaveLength(attempts);
  expect(rows.filter(({ status }) => status === 'pending')).toHaveLength(20 - attempts);
});

test('if a sender becomes free while due deliveries are being claimed, the same run uses the sender', async () => {
  const { db } = outbox.base;
  const held = heldBack();
  receiver.respond(held.reply);
  other.respond(held.reply);
  await announceMany(2, receiver.url());
  await announceMany(1, other.url());
  const nudge = new WakeSignal();
  const dispatched = outbox.dispatch({ nudge, perHost: 1 });
  await Promise.all([receiver.received(1), other.received(1)]);
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table webhook_host in access exclusive mode`);
    nudge.call();
    await waitForLockWaiters('the look waits', db);
    held.release();
  });
  expect(await dispatched).toBe(3);
});
