import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '@/inngest/client';
import { type Handler, serveInngest } from '@/inngest/serve';
import { startInngestSignals } from '@/inngest/start-inngest-signals';
import { startJobs } from '@/lib/server/jobs/runner';
import { resendDelivery } from '@/lib/webhooks/delivery/resend-delivery';
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
  waking = await startInngestSignals(own, client);
});

afterEach(async () => {
  await waking.stop();
  await Promise.all([inngest.close(), own.close(), receiver.close()]);
  await outbox.close();
});

const announceMany = (count: number): Promise<TestPayment[]> =>
  Promise.all(Array.from({ length: count }, () => outbox.announceNew(receiver.url())));

const queued = () => until('an event is with Inngest', () => inngest.queue.length > 0);

const received = () =>
  receiver.requests.map(({ headers }) => headers['x-service-event-id'] ?? '').sort();

const eventIds = async (payments: readonly TestPayment[]) =>
  (await Promise.all(payments.map((payment) => outbox.delivery(payment))))
    .map(({ eventId }) => eventId)
    .sort();

describe('a delivery', () => {
  test('committing a delivery starts an Inngest run that sends it', async () => {
    const payment = await outbox.announceNew(receiver.url());
    await queued();
    await inngest.settle(outbox.clock());
    expect(received()).toEqual(await eventIds([payment]));
    expect(inngest.waiting).toBe(0);
  });

  test('a delivery is sent in one run with all other due deliveries', async () => {
    const payments = await Promise.all(
      Array.from({ length: 120 }, () => outbox.addPayment(receiver.url())),
    );
    await own.db.transaction(async (tx) => {
      for (const payment of payments) await outbox.announce(payment, 'payment.confirmed', tx);
    });
    await queued();
    expect(inngest.sent).toHaveLength(1);
    await inngest.settle(outbox.clock());
    expect(received()).toEqual(await eventIds(payments));
  });

  test('an Inngest run starts at the time of a delivery’s next retry', async () => {
    receiver.respond((_, nth) => ({ status: nth === 1 ? 400 : 204 }));
    const payment = await outbox.announceNew(receiver.url());
    const since = outbox.clock().getTime() - Date.now();
    const running = openTestRuntime(outbox.base.url, () => new Date(Date.now() + since));
    await queued();
    await inngest.settle(outbox.clock());
    const client = createClient(running, {
      isDev: false,
      baseUrl: inngest.url,
      eventKey: 'an-event-key',
    });
    const retrying = await startInngestSignals(running, client);
    await queued();
    const { nextAttemptAt } = await outbox.delivery(payment);
    const now = running.clock();
    expect(now.getTime()).toBeGreaterThanOrEqual(nextAttemptAt?.getTime() ?? Number.NaN);
    outbox.passTime(now.getTime() - outbox.clock().getTime());
    await inngest.settle(now);
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 2 });
    await retrying.stop();
    await running.close();
  });

  test('a delivery that is resent is sent immediately, even if its next retry is due later', async () => {
    receiver.respond((_, nth) => ({ status: nth === 1 ? 400 : 204 }));
    const payment = await outbox.announceNew(receiver.url());
    await queued();
    await inngest.settle(outbox.clock());
    const { id } = await outbox.delivery(payment);
    outbox.passTime(1_000);
    await resendDelivery(own.db, outbox.key.actor, id, outbox.clock());
    await queued();
    await inngest.settle(outbox.clock());
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 2 });
  });
});

describe('events', () => {
  test('each delivery is sent once, even if Inngest repeats the events', async () => {
    const payments = await announceMany(6);
    await queued();
    const events = [...inngest.queue];
    inngest.queue.push(...events.map((event, nth) => ({ ...event, id: `again/${nth}` })));
    await inngest.settle(outbox.clock());
    await inngest.tick(outbox.clock());
    expect(received()).toEqual(await eventIds(payments));
  });

  test('the first attempts of a payment’s events are made in the order of the events', async () => {
    const payment = await outbox.addPayment(receiver.url());
    await outbox.announce(payment, 'payment.detected');
    await outbox.announce(payment, 'payment.confirmed');
    await queued();
    await inngest.settle(outbox.clock());
    await inngest.tick(outbox.clock());
    const types = receiver.requests.map(({ body }) => JSON.parse(body.toString()).type);
    expect(types).toEqual(['payment.detected', 'payment.confirmed']);
  });
});

describe("Inngest's state", () => {
  test('the scheduled sweep sends every delivery even if Inngest’s state is wiped', async () => {
    const payments = await announceMany(20);
    await queued();
    inngest.wipe();
    await inngest.tick(outbox.clock());
    expect(received()).toEqual(await eventIds(payments));
  });

  test('retries do not depend on Inngest’s state, since the scheduled sweep sends each due delivery', async () => {
    receiver.respond((_, nth) => ({ status: nth === 1 ? 400 : 204 }));
    const payment = await outbox.announceNew(receiver.url());
    await queued();
    await inngest.settle(outbox.clock());
    expect(inngest.waiting).toBe(0);
    inngest.wipe();
    outbox.passTime(60_000);
    await inngest.tick(outbox.clock());
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 2 });
  });

  test('the next scheduled sweep sends every delivery even if Inngest accepts no events', async () => {
    await inngest.close();
    const payments = await announceMany(3);
    await inngest.tick(outbox.clock());
    expect(received()).toEqual(await eventIds(payments));
  });
});

test('Inngest and the built-in jobs can run concurrently and still send every delivery exactly once', async () => {
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

test('switching between Inngest and the built-in jobs under load neither loses nor repeats a delivery', async () => {
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
