import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '@/db/client';
import { claimDue } from '@/lib/webhooks/claim-due';
import { dispatchDue } from '@/lib/webhooks/dispatch-due';
import { nextDueAt } from '@/lib/webhooks/next-due';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, type Reply, startReceiver } from '@/test/support/receiver';
import { until } from '@/test/support/wait';

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

/** An answer that is held back until the test gives it. */
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
  test('takes its share of the senders and no more: all of another host is delivered', async () => {
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

  test('does not keep events that come later from another host', async () => {
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

describe('many dispatchers at once', () => {
  let databases: Database[];

  beforeEach(() => {
    databases = [1, 2, 3].map(() => openDatabase(outbox.base.url));
  });

  afterEach(async () => {
    await Promise.all(databases.map((database) => database.close()));
  });

  test('never send a try twice, never two of one payment at once, and keep its order', async () => {
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

  test('share what may be in flight to one host', async () => {
    await announceMany(20, receiver.url());
    const bounds = { limit: 64, perHost: 8 };
    const claims = await Promise.all(
      databases.map(({ db }) => claimDue(db, outbox.clock(), bounds)),
    );
    expect(claims.flat()).toHaveLength(8);
  });
});

describe('the events of one payment', () => {
  test('a later one waits for the first try of an earlier one, not for its success', async () => {
    receiver.respond(({ headers }) => ({
      status: headers['x-service-event-type'] === 'payment.detected' ? 400 : 204,
    }));
    const payment = await outbox.announceNew(receiver.url());
    await outbox.announce(payment, 'payment.confirmed');
    expect(await outbox.dispatch()).toBe(2);
    expect(receiver.requests.map(({ headers }) => headers['x-service-event-type'])).toEqual([
      'payment.detected',
      'payment.confirmed',
    ]);
    const [detected, confirmed] = await outbox.deliveries(payment);
    expect([detected?.status, confirmed?.status]).toEqual(['pending', 'delivered']);
  });

  test('when several are due again, the earlier one goes first', async () => {
    receiver.respond({ status: 400 });
    const payment = await outbox.announceNew(receiver.url());
    await outbox.announce(payment, 'payment.confirmed');
    await outbox.dispatch();
    outbox.passTime(MINUTE);
    const [claim, ...more] = await claimDue(outbox.base.db, outbox.clock(), {
      limit: 64,
      perHost: 8,
    });
    expect(claim?.eventType).toBe('payment.detected');
    expect(more).toEqual([]);
  });

  test('one payment that waits never holds up another', async () => {
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

describe('a host that fails five times in a row', () => {
  const openedFor = async () => {
    const state = await outbox.host(receiver.url());
    return (state?.openUntil?.getTime() ?? Number.NaN) - outbox.clock().getTime();
  };

  beforeEach(async () => {
    receiver.respond({ status: 500 });
    await announceMany(10, receiver.url());
    await outbox.dispatch({ perHost: 1 });
  });

  test('is left alone for a minute, while another host gets its events', async () => {
    expect(receiver.requests).toHaveLength(5);
    expect(await openedFor()).toBe(MINUTE);
    outbox.passTime(MINUTE - 1);
    await announceMany(5, other.url());
    expect(await outbox.dispatch()).toBe(5);
    expect([receiver.requests.length, other.requests.length]).toEqual([5, 5]);
    const next = await nextDueAt(outbox.base.db, outbox.clock());
    expect(next).toEqual((await outbox.host(receiver.url()))?.openUntil);
  });

  test('is then asked with one try at a time, and left alone longer when that fails', async () => {
    outbox.passTime(MINUTE);
    const bounds = { limit: 64, perHost: 8 };
    expect(await outbox.dispatch()).toBe(1);
    expect(await openedFor()).toBe(2 * MINUTE);
    outbox.passTime(2 * MINUTE);
    expect(await claimDue(outbox.base.db, outbox.clock(), bounds)).toHaveLength(1);
    expect(await claimDue(outbox.base.db, outbox.clock(), bounds)).toHaveLength(0);
  });

  test('gets all that waits at once when one try succeeds', async () => {
    outbox.passTime(MINUTE);
    await outbox.dispatch();
    outbox.passTime(2 * MINUTE);
    receiver.respond({ status: 204 });
    expect(await outbox.dispatch()).toBe(10);
    expect(await outbox.host(receiver.url())).toMatchObject({
      failures: 0,
      openUntil: null,
      lastSuccessAt: outbox.clock(),
    });
    expect(await nextDueAt(outbox.base.db, outbox.clock())).toBeNull();
  });
});

describe('the first success after failures', () => {
  test('brings forward what waits for that host, but not what the receiver put off', async () => {
    receiver.respond({ status: 503, headers: { 'retry-after': '600' } });
    const putOff = await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    receiver.respond({ status: 500 });
    const waiting = await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    other.respond({ status: 500 });
    const elsewhere = await outbox.announceNew(other.url());
    await outbox.dispatch();
    receiver.respond({ status: 204 });
    await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    expect(await outbox.delivery(waiting)).toMatchObject({ status: 'delivered', attempt: 2 });
    expect(await outbox.delivery(putOff)).toMatchObject({
      status: 'pending',
      attempt: 1,
      nextAttemptAt: new Date(outbox.clock().getTime() + 10 * MINUTE),
    });
    expect(await outbox.delivery(elsewhere)).toMatchObject({ status: 'pending', attempt: 1 });
  });

  test('does not hurry an event that fails while the host takes others', async () => {
    const refused = await outbox.announceNew(receiver.url());
    receiver.respond(({ body }) => ({ status: body.includes(refused.id) ? 500 : 204 }));
    await outbox.dispatch();
    for (let i = 0; i < 5; i += 1) {
      outbox.passTime(1);
      await outbox.announceNew(receiver.url());
      await outbox.dispatch();
    }
    expect(await outbox.delivery(refused)).toMatchObject({ status: 'pending', attempt: 2 });
  });
});

test.each([301, 400, 401, 404, 410, 422])(
  'any number of answers %i never pause a host: it is alive',
  async (status) => {
    receiver.respond({ status });
    await announceMany(12, receiver.url());
    expect(await outbox.dispatch({ perHost: 1 })).toBe(12);
    expect(await outbox.host(receiver.url())).toMatchObject({ failures: 0, openUntil: null });
  },
);

test('when told to stop, a dispatcher begins nothing more and finishes what is under way', async () => {
  const held = heldBack();
  receiver.respond(held.reply);
  await announceMany(3, receiver.url());
  const stop = new AbortController();
  const dispatched = dispatchDue({ ...outbox.deps, perHost: 1 }, outbox.clock, stop.signal);
  await receiver.received(1);
  stop.abort();
  held.release();
  expect(await dispatched).toBe(1);
  expect(receiver.requests).toHaveLength(1);
  await until('the try under way is on record as delivered', async () => {
    const state = await outbox.host(receiver.url());
    return state?.lastSuccessAt;
  });
});
