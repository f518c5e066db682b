import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '@/inngest/client';
import { type Handler, serveInngest } from '@/inngest/serve';
import { startWaking } from '@/inngest/start-waking';
import { startJobs } from '@/lib/jobs/runner';
import { resendDelivery } from '@/lib/webhooks/resend-delivery';
import { SIGNING_KEY } from '@/test/support/inngest-call';
import { type InngestServer, startInngestServer } from '@/test/support/inngest-server';
import { type Outbox, openOutbox, type TestPayment } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { openTestRuntime, type TestRuntime } from '@/test/support/runtime';
import { until } from '@/test/support/wait';

let outbox: Outbox;
let receiver: Receiver;
let own: TestRuntime;
let inngest: InngestServer;
let handler: Handler;
let waking: { stop(): Promise<void> };

beforeEach(async () => {
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
  own = openTestRuntime(outbox.base.url, outbox.clock);
  inngest = await startInngestServer(() => handler);
  const client = createClient(own, {
    isDev: false,
    baseUrl: inngest.url,
    eventKey: 'an-event-key',
    signingKey: SIGNING_KEY,
  });
  handler = serveInngest(own, client);
  waking = await startWaking(own, client);
});

afterEach(async () => {
  await waking.stop();
  await Promise.all([inngest.close(), own.close(), receiver.close()]);
  await outbox.close();
});

const announceMany = (count: number): Promise<TestPayment[]> =>
  Promise.all(Array.from({ length: count }, () => outbox.announceNew(receiver.url())));

const queued = (count: number) =>
  until(`${count} deliveries are with Inngest`, () => inngest.queue.length === count);

async function passTimeUntilDue(payment: TestPayment, andMs = 0): Promise<void> {
  const { nextAttemptAt } = await outbox.delivery(payment);
  if (!nextAttemptAt) throw new Error('this delivery is not due at any time');
  outbox.passTime(nextAttemptAt.getTime() - outbox.clock().getTime() + andMs);
}

/** The event ids that the receiver got, including repeats. */
const received = () =>
  receiver.requests.map(({ headers }) => headers['x-service-event-id'] ?? '').sort();

const eventIds = async (payments: readonly TestPayment[]) =>
  (await Promise.all(payments.map((payment) => outbox.delivery(payment))))
    .map(({ eventId }) => eventId)
    .sort();

describe('a delivery', () => {
  test('is sent to Inngest once it is committed, and sent by its run', async () => {
    const payment = await outbox.announceNew(receiver.url());
    await queued(1);
    await inngest.settle(outbox.clock());
    expect(received()).toEqual(await eventIds([payment]));
    expect(inngest.waiting).toBe(0);
  });

  test('is retried by the same run at the times of its schedule', async () => {
    receiver.respond((_, nth) => ({ status: nth < 4 ? 400 : 204 }));
    const payment = await outbox.announceNew(receiver.url());
    await queued(1);
    await inngest.settle(outbox.clock());
    for (const attempts of [1, 2, 3]) {
      await passTimeUntilDue(payment, -1);
      await inngest.settle(outbox.clock());
      expect(receiver.requests).toHaveLength(attempts);
      await passTimeUntilDue(payment);
      await inngest.settle(outbox.clock());
      expect(receiver.requests).toHaveLength(attempts + 1);
    }
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 4 });
    expect(inngest.waiting).toBe(0);
  });

  test('ends with its run when it is given up', async () => {
    receiver.respond({ status: 400 });
    const payment = await outbox.announceNew(receiver.url());
    await queued(1);
    await inngest.settle(outbox.clock());
    for (let wakes = 0; inngest.waiting > 0 && wakes < 60; wakes++) {
      await passTimeUntilDue(payment);
      await inngest.settle(outbox.clock());
    }
    expect((await outbox.delivery(payment)).status).toBe('failed');
    expect(inngest.waiting).toBe(0);
    expect(inngest.failures).toEqual([]);
  });

  test('resent by hand while it waits is sent now, and its old run ends', async () => {
    receiver.respond((_, nth) => ({ status: nth === 1 ? 400 : 204 }));
    const payment = await outbox.announceNew(receiver.url());
    await queued(1);
    await inngest.settle(outbox.clock());
    const { id } = await outbox.delivery(payment);
    outbox.passTime(1_000);
    await resendDelivery(own.db, outbox.key.actor, id, outbox.clock());
    await queued(1);
    await inngest.settle(outbox.clock());
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 2 });
    outbox.passTime(10_000);
    await inngest.settle(outbox.clock());
    expect(inngest.waiting).toBe(0);
    expect(receiver.requests).toHaveLength(2);
  });
});

describe('events', () => {
  test('out of order and repeated send each delivery once', async () => {
    const payments = await announceMany(6);
    await queued(6);
    inngest.queue.push(...inngest.queue.map((event, nth) => ({ ...event, id: `again/${nth}` })));
    inngest.queue.reverse();
    await inngest.settle(outbox.clock());
    for (let more = 0; inngest.waiting > 0 && more < 10; more++) {
      outbox.passTime(10_000);
      await inngest.settle(outbox.clock());
    }
    expect(received()).toEqual(await eventIds(payments));
    expect(inngest.waiting).toBe(0);
  });

  test('keep the order of a payment’s first attempts, in whatever order they arrive', async () => {
    const payment = await outbox.addPayment(receiver.url());
    await outbox.announce(payment, 'payment.detected');
    await outbox.announce(payment, 'payment.confirmed');
    await until('both are with Inngest', () => inngest.sent.length >= 2);
    inngest.queue.reverse();
    await inngest.settle(outbox.clock());
    for (let more = 0; inngest.waiting > 0 && more < 10; more++) {
      outbox.passTime(5_000);
      await inngest.settle(outbox.clock());
    }
    const types = receiver.requests.map(({ body }) => JSON.parse(body.toString()).type);
    expect(types).toEqual(['payment.detected', 'payment.confirmed']);
  });

  test('for an unknown delivery end without a trace', async () => {
    const dueAt = outbox.clock().toISOString();
    const data = { deliveryId: `dlv_${'0'.repeat(22)}`, host: 'shop.example:443', dueAt };
    inngest.queue.push({ id: 'one', name: 'webhook/delivery.due', data });
    await inngest.settle(outbox.clock());
    expect(inngest.failures).toEqual([]);
    expect(inngest.waiting).toBe(0);
  });

  test('with a malformed body fail for good, and the error quotes no value of it', async () => {
    const data = { deliveryId: "'; drop table delivery", host: '' };
    inngest.queue.push({ id: 'one', name: 'webhook/delivery.due', data });
    await inngest.settle(outbox.clock());
    expect(inngest.waiting).toBe(0);
    expect(inngest.failures).toHaveLength(1);
    expect(inngest.failures[0]).not.toContain('drop table');
  });
});

describe("Inngest's state", () => {
  test('can be wiped: the sweep alone delivers everything', async () => {
    const payments = await announceMany(20);
    await queued(20);
    inngest.wipe();
    await inngest.tick(outbox.clock());
    expect(received()).toEqual(await eventIds(payments));
  });

  test('can be wiped while retries sleep in it: the next sweep after their time sends them', async () => {
    receiver.respond((_, nth) => ({ status: nth === 1 ? 400 : 204 }));
    const payment = await outbox.announceNew(receiver.url());
    await queued(1);
    await inngest.settle(outbox.clock());
    expect(inngest.waiting).toBe(1);
    inngest.wipe();
    outbox.passTime(60_000);
    await inngest.tick(outbox.clock());
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 2 });
  });

  test('can be unreachable: nothing waits for it, and all is sent once it is back', async () => {
    await inngest.close();
    const payments = await announceMany(3);
    await inngest.tick(outbox.clock());
    expect(received()).toEqual(await eventIds(payments));
  });
});

test('both ways of running the jobs at once send nothing twice and leave nothing', async () => {
  const jobs = await startJobs(own);
  try {
    const payments = await announceMany(40);
    for (let rounds = 0; rounds < 5; rounds++) {
      await inngest.settle(outbox.clock());
      await inngest.tick(outbox.clock());
    }
    await receiver.received(40);
    await until('every delivery has ended', async () =>
      (await Promise.all(payments.map((payment) => outbox.delivery(payment)))).every(
        ({ status }) => status === 'delivered',
      ),
    );
    expect(received()).toEqual(await eventIds(payments));
  } finally {
    await jobs.stop();
  }
});

test('switching between the two ways under load loses and repeats nothing', async () => {
  const payments: TestPayment[] = [];
  for (const way of ['process', 'inngest', 'process', 'inngest']) {
    const jobs = way === 'process' ? await startJobs(own) : undefined;
    payments.push(...(await announceMany(10)));
    if (jobs) await jobs.stop();
    else await inngest.settle(outbox.clock());
  }
  await inngest.tick(outbox.clock());
  expect(received()).toEqual(await eventIds(payments));
});
