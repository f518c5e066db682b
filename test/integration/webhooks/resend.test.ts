import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { payment } from '@/db/schema/payments';
import { delivery, webhookEvent } from '@/db/schema/webhooks';
import { pruneDeliveries } from '@/lib/webhooks/delivery/prune-deliveries';
import { resendDeliveries } from '@/lib/webhooks/delivery/resend-deliveries';
import { resendDelivery } from '@/lib/webhooks/delivery/resend-delivery';
import { listPaymentDeliveries } from '@/lib/webhooks/delivery/views/list-payment-deliveries';
import { claimDueDeliveries } from '@/test/support/claim-due-deliveries';
import { createTestKey } from '@/test/support/factories';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';

const DAY = 86_400_000;
const BOUNDS = { limit: 64, perHost: 8 };

let outbox: Outbox;
let receiver: Receiver;

beforeEach(async () => {
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
});

afterEach(async () => {
  await Promise.all([outbox.close(), receiver.close()]);
});

describe('a resend', () => {
  const resend = (id: string, actor = outbox.key.actor) =>
    resendDelivery(outbox.base.db, actor, id, outbox.clock());

  test('a resend keeps the event id and the body, and has a new timestamp and signature', async () => {
    const payment = await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    const { id } = await outbox.delivery(payment);
    outbox.passTime(DAY);
    expect(await resend(id)).toBe('resent');
    await outbox.dispatch();
    const [first, second] = receiver.requests;
    expect(second?.headers['x-service-event-id']).toBe(first?.headers['x-service-event-id']);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers['x-service-timestamp']).not.toBe(first?.headers['x-service-timestamp']);
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 2 });
  });

  test('a resend keeps the headers with the event’s time and reference', async () => {
    const created = await outbox.addPayment(receiver.url());
    await outbox.base.db.update(payment).set({ reference: 'Größe 42' });
    const at = outbox.clock();
    await outbox.announce(created);
    outbox.passTime(DAY);
    await outbox.dispatch();
    await resend((await outbox.delivery(created)).id);
    await outbox.dispatch();
    expect(receiver.requests).toHaveLength(2);
    for (const { headers } of receiver.requests) {
      expect(headers['x-service-event-created']).toBe(at.toISOString());
      expect(headers['x-service-reference']).toBe('Gr%C3%B6%C3%9Fe%2042');
    }
  });

  test('a resend restarts the schedule of a given-up delivery', async () => {
    receiver.respond({ status: 410 });
    const payment = await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    outbox.passTime(30 * DAY);
    receiver.respond({ status: 500 });
    await resend((await outbox.delivery(payment)).id);
    await outbox.dispatch();
    expect(await outbox.delivery(payment)).toMatchObject({
      status: 'pending',
      attempt: 2,
      nextAttemptAt: new Date(outbox.clock().getTime() + 5_000),
    });
  });

  test('a resend during an attempt in progress changes nothing', async () => {
    const payment = await outbox.announceNew(receiver.url());
    await claimDueDeliveries(outbox.base.db, outbox.clock, BOUNDS);
    const before = await outbox.delivery(payment);
    expect(await resend(before.id)).toBe('in_flight');
    expect(await outbox.delivery(payment)).toEqual(before);
  });

  test('a resend is sent immediately even to a paused host', async () => {
    receiver.respond({ status: 500 });
    const payments = await Promise.all(
      Array.from({ length: 5 }, () => outbox.announceNew(receiver.url())),
    );
    await outbox.dispatch();
    const [payment] = payments;
    if (!payment) throw new Error('there are five payments');
    receiver.respond({ status: 204 });
    await resend((await outbox.delivery(payment)).id);
    expect(await outbox.dispatch()).toBe(5);
  });

  test('a resend returns not found for another key’s delivery', async () => {
    const payment = await outbox.announceNew(receiver.url());
    const { id } = await outbox.delivery(payment);
    const stranger = await createTestKey(outbox.base.db, { allowManagement: true });
    await expect(resend(id, stranger.actor)).rejects.toMatchObject({ code: 'not_found' });
    await expect(resend('dlv_none')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a resend for a time range resends only the failed deliveries in the range', async () => {
    receiver.respond({ status: 410 });
    const earlier = await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    outbox.passTime(DAY);
    const from = outbox.clock();
    const failed = await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    receiver.respond({ status: 204 });
    const delivered = await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    const before = new Date(outbox.clock().getTime() + 1);
    const { db } = outbox.base;
    const stranger = await createTestKey(db, { allowManagement: true });
    expect(
      await resendDeliveries(db, stranger.actor, { from, before, state: 'failed' }, outbox.clock()),
    ).toBe(0);
    expect(
      await resendDeliveries(
        db,
        outbox.key.actor,
        { from, before, state: 'failed' },
        outbox.clock(),
      ),
    ).toBe(1);
    expect(await outbox.dispatch()).toBe(1);
    expect(await outbox.delivery(earlier)).toMatchObject({ status: 'failed', attempt: 1 });
    expect(await outbox.delivery(failed)).toMatchObject({ status: 'delivered', attempt: 2 });
    expect(await outbox.delivery(delivered)).toMatchObject({ status: 'delivered', attempt: 1 });
  });
});

describe('the deliveries of a payment', () => {
  test('the deliveries of a payment are listed with their outcomes, oldest first', async () => {
    const payment = await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    receiver.respond({ status: 404 });
    await outbox.announce(payment, 'payment.confirmed');
    await outbox.dispatch();
    expect(await listPaymentDeliveries(outbox.base.db, outbox.key.actor, payment.id)).toEqual([
      {
        id: expect.stringMatching(/^dlv_/),
        eventId: expect.stringMatching(/^evt_/),
        paymentId: payment.id,
        eventType: 'payment.detected',
        status: 'delivered',
        attempt: 1,
        lastError: null,
        createdAt: outbox.clock(),
        deliveredAt: outbox.clock(),
        nextAttemptAt: null,
        responseStatus: 204,
        url: receiver.url(),
      },
      {
        id: expect.stringMatching(/^dlv_/),
        eventId: expect.stringMatching(/^evt_/),
        paymentId: payment.id,
        eventType: 'payment.confirmed',
        status: 'pending',
        attempt: 1,
        lastError: expect.stringMatching(/returned 404/),
        createdAt: outbox.clock(),
        deliveredAt: null,
        nextAttemptAt: new Date(outbox.clock().getTime() + 5_000),
        responseStatus: 404,
        url: receiver.url(),
      },
    ]);
  });

  test('a payment without a webhook_url has an empty list of deliveries', async () => {
    const payment = await outbox.addPayment(null);
    await outbox.announce(payment);
    expect(await listPaymentDeliveries(outbox.base.db, outbox.key.actor, payment.id)).toEqual([]);
  });

  test('the deliveries of another key’s payment are not found, as if the payment did not exist', async () => {
    const payment = await outbox.announceNew(receiver.url());
    const stranger = await createTestKey(outbox.base.db, { allowManagement: true });
    await expect(
      listPaymentDeliveries(outbox.base.db, stranger.actor, payment.id),
    ).rejects.toMatchObject({
      code: 'payment_not_found',
    });
  });
});

test('attempt records are deleted after 90 days, while deliveries and events stay', async () => {
  const { db } = outbox.base;
  const payment = await outbox.announceNew(receiver.url());
  await outbox.dispatch();
  outbox.passTime(90 * DAY);
  const recent = await outbox.announceNew(receiver.url());
  await outbox.dispatch();
  expect(await pruneDeliveries(db, outbox.clock())).toBe(0);
  outbox.passTime(1);
  expect(await pruneDeliveries(db, outbox.clock())).toBe(1);
  expect(await outbox.attempts((await outbox.delivery(payment)).id)).toEqual([]);
  expect(await outbox.attempts((await outbox.delivery(recent)).id)).toHaveLength(1);
  expect([await db.$count(delivery), await db.$count(webhookEvent)]).toEqual([2, 2]);
});
