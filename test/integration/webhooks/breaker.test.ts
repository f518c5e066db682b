import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OPERATOR } from '@/lib/domain/actor';
import { nextDeliveryListAt } from '@/lib/webhooks/delivery/due';
import { getDelivery } from '@/lib/webhooks/delivery/views/get-delivery';
import { listPaymentDeliveries } from '@/lib/webhooks/delivery/views/list-payment-deliveries';
import { searchDeliveries } from '@/lib/webhooks/delivery/views/search-deliveries';
import { claimDueDeliveries } from '@/test/support/claim-due-deliveries';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';

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

async function announceMany(count: number, url: string) {
  return Promise.all(Array.from({ length: count }, () => outbox.announceNew(url)));
}

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

  test('a failing host is paused for a minute, while another host still gets its events', async () => {
    expect(receiver.requests).toHaveLength(5);
    expect(await openedFor()).toBe(MINUTE);
    outbox.passTime(MINUTE - 1);
    await announceMany(5, other.url());
    expect(await outbox.dispatch()).toBe(5);
    expect([receiver.requests.length, other.requests.length]).toEqual([5, 5]);
    const next = await nextDeliveryListAt(outbox.base.db, outbox.clock());
    expect(next).toEqual((await outbox.host(receiver.url()))?.openUntil);
  });

  test('a paused host is probed by single attempts, and paused for longer after a failed probe', async () => {
    outbox.passTime(MINUTE);
    const bounds = { limit: 64, perHost: 8 };
    expect(await outbox.dispatch()).toBe(1);
    expect(await openedFor()).toBe(2 * MINUTE);
    outbox.passTime(2 * MINUTE);
    const first = await claimDueDeliveries(outbox.base.db, outbox.clock, bounds);
    expect(first).toHaveLength(1);
    expect(await claimDueDeliveries(outbox.base.db, outbox.clock, bounds, first)).toHaveLength(0);
  });

  test('while a failing host is paused, every page shows that its deliveries continue after the pause', async () => {
    const { db } = outbox.base;
    const openUntil = (await outbox.host(receiver.url()))?.openUntil;
    const waiting = await outbox.announceNew(receiver.url());
    const all = await searchDeliveries(db, OPERATOR, {}, { limit: 50, offset: 0 });
    expect(all.deliveries).toHaveLength(11);
    for (const one of all.deliveries) expect(one.nextAttemptAt).toEqual(openUntil);
    const [ofPayment] = await listPaymentDeliveries(db, OPERATOR, waiting.id);
    expect(ofPayment).toMatchObject({ status: 'pending', attempt: 0, nextAttemptAt: openUntil });
    const own = await getDelivery(db, OPERATOR, ofPayment?.id ?? '');
    expect(own).toMatchObject({ ...ofPayment, paymentId: waiting.id });
  });

  test('a failing host receives all pending deliveries as soon as one attempt to it succeeds', async () => {
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
    expect(await nextDeliveryListAt(outbox.base.db, outbox.clock())).toBeNull();
  });
});

describe('the first success after failures', () => {
  test('when a failing host accepts an event again, its pending deliveries become due, but a Retry-After is respected', async () => {
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

  test.each([302, 403, 404])(
    'when a host accepts an event again, the deliveries that it rejected with %i also become due',
    async (status) => {
      receiver.respond({ status });
      const refused = await outbox.announceNew(receiver.url());
      await outbox.dispatch();
      receiver.respond({ status: 204 });
      await outbox.announceNew(receiver.url());
      await outbox.dispatch();
      expect(await outbox.delivery(refused)).toMatchObject({ status: 'delivered', attempt: 2 });
    },
  );

  test('if a failing host rejects an event before it accepts one, its pending deliveries still become due', async () => {
    receiver.respond({ status: 500 });
    const waiting = await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    receiver.respond({ status: 404 });
    await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    expect(await outbox.host(receiver.url())).toMatchObject({ failures: 0 });
    receiver.respond({ status: 204 });
    await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    expect(await outbox.delivery(waiting)).toMatchObject({ status: 'delivered', attempt: 2 });
  });

  test.each([500, 404])(
    'if a host rejects one delivery with %i but accepts others, that delivery is retried early only once',
    async (status) => {
      const refused = await outbox.announceNew(receiver.url());
      receiver.respond(({ body }) => ({ status: body.includes(refused.id) ? status : 204 }));
      await outbox.dispatch();
      for (let i = 0; i < 5; i += 1) {
        outbox.passTime(1);
        await outbox.announceNew(receiver.url());
        await outbox.dispatch();
      }
      expect(await outbox.delivery(refused)).toMatchObject({ status: 'pending', attempt: 2 });
    },
  );
});

test.each([301, 400, 401, 404, 410, 422])(
  'a host is never paused for returning %i, however often it does',
  async (status) => {
    receiver.respond({ status });
    await announceMany(12, receiver.url());
    expect(await outbox.dispatch({ perHost: 1 })).toBe(12);
    expect(await outbox.host(receiver.url())).toMatchObject({ failures: 0, openUntil: null });
  },
);
