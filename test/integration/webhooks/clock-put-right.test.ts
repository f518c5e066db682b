import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { webhookEndpoint } from '@/db/schema/endpoints';
import { OPERATOR } from '@/lib/domain/actor';
import { jobsOf } from '@/lib/jobs/jobs';
import { LONGEST_PAUSE_MS } from '@/lib/webhooks/breaker';
import { LEASE_MS } from '@/lib/webhooks/claim';
import { correctWaits } from '@/lib/webhooks/correct-waits';
import { pauseEndpoint } from '@/lib/webhooks/pause-endpoint';
import { resumeEndpoint } from '@/lib/webhooks/resume-endpoint';
import { claimDue } from '@/test/support/claim-due';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { openTestRuntime, type TestRuntime } from '@/test/support/runtime';

const DAY_MS = 86_400_000;

let outbox: Outbox;
let receiver: Receiver;
let own: TestRuntime;
beforeEach(async () => {
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
  own = openTestRuntime(outbox.base.url, outbox.clock);
});
afterEach(async () => {
  await Promise.all([own.close(), receiver.close()]);
  await outbox.close();
});

/** Runs by a clock that is a day ahead. */
async function aDayAhead<T>(run: () => Promise<T>): Promise<T> {
  outbox.passTime(DAY_MS);
  const result = await run();
  outbox.passTime(-DAY_MS);
  return result;
}

/** Runs the jobs once, the sweep of deliveries last. @returns the number of attempts */
async function runJobs(): Promise<number> {
  for (const { name, run } of jobsOf(own))
    if (name !== 'sweep-deliveries') await run(AbortSignal.timeout(60_000));
  return outbox.dispatch();
}

describe('after a clock that was a day ahead is put right', () => {
  test('what a killed process was sending is sent again half a minute later', async () => {
    const payment = await outbox.announceNew(receiver.url());
    const bounds = { limit: 1, perHost: 1 };
    await aDayAhead(() => claimDue(outbox.base.db, outbox.clock, bounds));
    expect(await runJobs()).toBe(0);
    outbox.passTime(LEASE_MS - 1);
    expect(await runJobs()).toBe(0);
    outbox.passTime(1);
    expect(await runJobs()).toBe(1);
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 2 });
  });

  test('what is being sent meanwhile is not sent a second time', async () => {
    const payment = await outbox.announceNew(receiver.url());
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    receiver.respond(() => held.then(() => ({ status: 204 })));
    const underWay = await aDayAhead(async () => {
      const run = outbox.dispatch();
      await receiver.received(1);
      return [run];
    });
    expect(await runJobs()).toBe(0);
    outbox.passTime(LEASE_MS - 1);
    expect(await runJobs()).toBe(0);
    answer();
    await Promise.all(underWay);
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 1 });
  });

  test('a host that was paused gets one attempt, and all when it answers', async () => {
    receiver.respond({ status: 500 });
    await aDayAhead(async () => {
      for (let n = 0; n < 10; n += 1) await outbox.announceNew(receiver.url());
      await outbox.dispatch({ perHost: 1 });
    });
    expect(receiver.requests).toHaveLength(5);
    await outbox.announceNew(receiver.url());
    expect(await runJobs()).toBe(1);
    receiver.respond({ status: 204 });
    outbox.passTime(2 * 60_000);
    expect(await runJobs()).toBe(11);
  });

  test('events of the future are sent at once, and retried as often as others', async () => {
    receiver.respond({ status: 500 });
    const payment = await aDayAhead(() => outbox.announceNew(receiver.url()));
    expect(await runJobs()).toBe(1);
    for (const seconds of [5, 30, 120, 600]) {
      outbox.passTime(seconds * 1_000 - 1);
      expect(await runJobs()).toBe(0);
      outbox.passTime(1);
      expect(await runJobs()).toBe(1);
    }
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'pending', attempt: 5 });
  });

  test('a retry that was put off to the next day is made at once', async () => {
    receiver.respond({ status: 503, headers: { 'retry-after': '600' } });
    const payment = await outbox.announceNew(receiver.url());
    await aDayAhead(() => outbox.dispatch());
    receiver.respond({ status: 204 });
    expect(await runJobs()).toBe(1);
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 2 });
  });

  test('the deliveries of a paused endpoint stay held', async () => {
    const { db } = outbox.base;
    const payment = await aDayAhead(() => outbox.announceNew(receiver.url()));
    const [endpoint] = await db.select().from(webhookEndpoint);
    const id = endpoint?.id ?? '';
    await pauseEndpoint(db, OPERATOR, id, outbox.clock());
    expect(await runJobs()).toBe(0);
    expect(await outbox.delivery(payment)).toMatchObject({ held: true, nextAttemptAt: null });
    await resumeEndpoint(db, OPERATOR, id, outbox.clock());
    expect(await runJobs()).toBe(1);
  });
});

test('a wait as long as it can be goes on, by the clock of a server that is a minute ahead', async () => {
  const { db } = outbox.base;
  receiver.respond({ status: 503, headers: { 'retry-after': '86400' } });
  for (let n = 0; n < 30; n += 1) await outbox.announceNew(receiver.url());
  for (let pauses = 0; pauses < 6; pauses += 1) {
    await outbox.dispatch({ perHost: 1 });
    outbox.passTime(LONGEST_PAUSE_MS);
  }
  await outbox.dispatch({ perHost: 1 });
  await outbox.announceNew('http://127.0.0.1:9/other');
  expect(await claimDue(db, outbox.clock, { limit: 1, perHost: 1 })).toHaveLength(1);
  const openUntil = new Date(outbox.clock().getTime() + LONGEST_PAUSE_MS);
  expect(await outbox.host(receiver.url())).toMatchObject({ openUntil });
  outbox.passTime(-60_000);
  expect(await correctWaits(db, outbox.clock())).toBe(0);
  outbox.passTime(-1);
  expect(await correctWaits(db, outbox.clock())).toBeGreaterThan(2);
});
