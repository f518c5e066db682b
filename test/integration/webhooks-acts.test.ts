import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { delivery, deliveryAttempt, webhookEvent, webhookHost } from '@/db/schema/webhooks';
import { deriveReceive } from '@/lib/bitcoin/derive';
import { claimDue } from '@/lib/webhooks/claim-due';
import { listDeliveries } from '@/lib/webhooks/list-deliveries';
import { pruneDeliveries } from '@/lib/webhooks/prune-deliveries';
import { resendDelivery } from '@/lib/webhooks/resend-delivery';
import { resendFailed } from '@/lib/webhooks/resend-failed';
import { type SendTestDeps, sendTest } from '@/lib/webhooks/send-test';
import { createTestKey } from '@/test/support/factories';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { countSockets } from '@/test/support/sockets';

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
  const resend = (id: string, apiKeyId = outbox.key.id) =>
    resendDelivery(outbox.base.db, apiKeyId, id, outbox.clock());

  test('keeps the event id and the body; timestamp and signature are new', async () => {
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

  test('of a delivery that was given up begins the schedule anew', async () => {
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

  test('while a try is under way changes nothing', async () => {
    const payment = await outbox.announceNew(receiver.url());
    await claimDue(outbox.base.db, outbox.clock(), BOUNDS);
    const before = await outbox.delivery(payment);
    expect(await resend(before.id)).toBe('in_flight');
    expect(await outbox.delivery(payment)).toEqual(before);
  });

  test('goes out at once although its host is being left alone', async () => {
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

  test('of a delivery of another key is not found', async () => {
    const payment = await outbox.announceNew(receiver.url());
    const { id } = await outbox.delivery(payment);
    const stranger = await createTestKey(outbox.base.db);
    await expect(resend(id, stranger.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(resend('dlv_none')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('of all that failed in a time range leaves everything else alone', async () => {
    receiver.respond({ status: 410 });
    const before = await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    outbox.passTime(DAY);
    const from = outbox.clock();
    const failed = await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    receiver.respond({ status: 204 });
    const delivered = await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    const to = outbox.clock();
    const { db } = outbox.base;
    const stranger = await createTestKey(db);
    expect(await resendFailed(db, stranger.id, { from, to }, outbox.clock())).toBe(0);
    expect(await resendFailed(db, outbox.key.id, { from, to }, outbox.clock())).toBe(1);
    expect(await outbox.dispatch()).toBe(1);
    expect(await outbox.delivery(before)).toMatchObject({ status: 'failed', attempt: 1 });
    expect(await outbox.delivery(failed)).toMatchObject({ status: 'delivered', attempt: 2 });
    expect(await outbox.delivery(delivered)).toMatchObject({ status: 'delivered', attempt: 1 });
  });
});

describe('the deliveries of a payment', () => {
  test('are listed oldest first, with what came of each', async () => {
    const payment = await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    receiver.respond({ status: 404 });
    await outbox.announce(payment, 'payment.confirmed');
    await outbox.dispatch();
    expect(await listDeliveries(outbox.base.db, outbox.key.id, payment.id)).toEqual([
      {
        id: expect.stringMatching(/^dlv_/),
        paymentId: payment.id,
        eventType: 'payment.detected',
        status: 'delivered',
        attempt: 1,
        lastError: null,
        createdAt: outbox.clock(),
        deliveredAt: outbox.clock(),
        nextAttemptAt: null,
        responseStatus: 204,
      },
      {
        id: expect.stringMatching(/^dlv_/),
        paymentId: payment.id,
        eventType: 'payment.confirmed',
        status: 'pending',
        attempt: 1,
        lastError: expect.stringMatching(/answered 404/),
        createdAt: outbox.clock(),
        deliveredAt: null,
        nextAttemptAt: new Date(outbox.clock().getTime() + 5_000),
        responseStatus: 404,
      },
    ]);
  });

  test('are none for a payment without a webhook_url', async () => {
    const payment = await outbox.addPayment(null);
    await outbox.announce(payment);
    expect(await listDeliveries(outbox.base.db, outbox.key.id, payment.id)).toEqual([]);
  });

  test('of another key answer as if there were no such payment', async () => {
    const payment = await outbox.announceNew(receiver.url());
    const stranger = await createTestKey(outbox.base.db);
    await expect(listDeliveries(outbox.base.db, stranger.id, payment.id)).rejects.toMatchObject({
      code: 'payment_not_found',
    });
  });
});

test('records of single tries go after 90 days; deliveries and events stay', async () => {
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

describe('a test webhook', () => {
  const test_ = (url: string, deps: Partial<SendTestDeps> = {}) =>
    sendTest({ ...outbox.deps, ...deps }, outbox.key.caller, { webhook_url: url }, outbox.clock());

  test('is a signed payment.confirmed like a real one, and stores nothing', async () => {
    const url = receiver.url('/hook?a=1');
    const result = await test_(url);
    expect(result).toEqual({
      event_id: expect.stringMatching(/^evt_/),
      event_type: 'payment.confirmed',
      status: 204,
      delivered: true,
      error: null,
    });
    const [request] = receiver.requests;
    const verified = new Webhook(outbox.key.signingSecret).verify(
      request?.body ?? '',
      request?.headers ?? {},
    );
    expect(verified).toEqual({
      version: '1',
      type: 'payment.confirmed',
      data: {
        payment_id: expect.stringMatching(/^pay_test_/),
        txid: expect.stringMatching(/^[0-9a-f]{64}$/),
        // The wallet's last address: no payment ever has it.
        address: deriveReceive(outbox.key.descriptor, 'regtest', 2 ** 31 - 1).address,
        amount_sats: 100_000,
        received_sats: 100_000,
        confirmations: 3,
        webhook_url: url,
      },
    });
    expect(request?.headers).toMatchObject({
      'x-service-event-id': result.event_id,
      'x-service-event-type': 'payment.confirmed',
    });
    for (const table of [webhookEvent, delivery, deliveryAttempt, webhookHost]) {
      expect(await outbox.base.db.$count(table)).toBe(0);
    }
  });

  test('that is not taken says why and what to do', async () => {
    receiver.respond({ status: 404 });
    expect(await test_(receiver.url())).toMatchObject({
      status: 404,
      delivered: false,
      error: expect.stringMatching(/Check the URL/),
    });
    receiver.respond('reset');
    expect(await test_(receiver.url())).toMatchObject({
      status: 0,
      delivered: false,
      error: expect.stringMatching(/connection ended/),
    });
  });

  test('has a new event id each time', async () => {
    const results = [await test_(receiver.url()), await test_(receiver.url())];
    expect(new Set(results.map(({ event_id }) => event_id)).size).toBe(2);
  });

  test('to a rejected target is a refusal, and opens no socket', async () => {
    const policy = { allowPrivate: false };
    const sockets = await countSockets(async () => {
      await expect(test_(receiver.url(), { policy })).rejects.toMatchObject({
        code: 'webhook_url_rejected',
        status: 422,
      });
    });
    expect([sockets, receiver.connections]).toEqual([0, 0]);
  });
});
