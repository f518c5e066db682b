import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RETRY_WINDOW_MS, RETRY_WINDOW_TEXT, retryWaitMs } from '@/lib/domain/retry-schedule';
import { completeAttempts } from '@/lib/webhooks/delivery/complete-attempts';
import { nextDeliveryListAt } from '@/lib/webhooks/delivery/due';
import { DELIVERY_LEASE_MS } from '@/lib/webhooks/delivery/release';
import { EXCHANGE_LIMITS } from '@/lib/webhooks/transport/progress';
import { unsentResult } from '@/lib/webhooks/transport/send';
import { claimDueDeliveries } from '@/test/support/claim-due-deliveries';
import { countRetryWindowAttempts } from '@/test/support/count-retry-window-attempts';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BOUNDS = { limit: 64, perHost: 8 };

let outbox: Outbox;
let receiver: Receiver;

beforeEach(async () => {
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
});

afterEach(async () => {
  await Promise.all([outbox.close(), receiver.close()]);
});

/** Moves the clock to the next run; returns false if there is none. */
async function passToNextDue(): Promise<boolean> {
  const next = await nextDeliveryListAt(outbox.base.db, outbox.clock());
  if (next) outbox.passTime(next.getTime() - outbox.clock().getTime());
  return next !== null;
}

/** Retries until the delivery is given up; returns the start of each attempt in ms. */
async function runToTheEnd(random: number): Promise<number[]> {
  const start = outbox.clock().getTime();
  const attempts: number[] = [];
  do {
    const made = await outbox.dispatch({ random: () => random });
    for (let i = 0; i < made; i += 1) attempts.push(outbox.clock().getTime() - start);
  } while (await passToNextDue());
  return attempts;
}

describe('an endpoint that fails until its deliveries are given up', () => {
  beforeEach(() => receiver.respond({ status: 500 }));

  test('a failing endpoint gets its attempts at the documented times, all with the same event id', async () => {
    const payment = await outbox.announceNew(receiver.url());
    const attempts = await runToTheEnd(0.5);
    const waits = attempts.slice(1).map((at, i) => at - (attempts[i] ?? 0));
    const count = countRetryWindowAttempts();
    expect(waits).toEqual(Array.from({ length: count - 1 }, (_, i) => retryWaitMs(i + 1)));
    expect(receiver.requests).toHaveLength(count);
    const ids = new Set(receiver.requests.map(({ headers }) => headers['x-service-event-id']));
    expect(ids.size).toBe(1);
    const stamps = receiver.requests.map(({ headers }) => Number(headers['x-service-timestamp']));
    expect(new Set(stamps).size).toBe(count);
    const row = await outbox.delivery(payment);
    expect(row).toMatchObject({
      status: 'failed',
      attempt: count,
      responseStatus: 500,
      lastError: expect.stringMatching(`returned 500.*given up after ${RETRY_WINDOW_TEXT}`),
    });
    expect(await outbox.attempts(row.id)).toHaveLength(count);
  });

  test.each([0, 0.999])(
    'a failing endpoint gets no attempt after its retry window, even at the extreme jitter (%d)',
    async (random) => {
      await outbox.announceNew(receiver.url());
      const attempts = await runToTheEnd(random);
      expect(Math.abs(attempts.length - countRetryWindowAttempts())).toBeLessThanOrEqual(3);
      expect(attempts.at(-1)).toBeLessThanOrEqual(RETRY_WINDOW_MS);
    },
  );
});

describe('a Retry-After', () => {
  test('a Retry-After delays an attempt beyond the schedule', async () => {
    receiver.respond({ status: 503, headers: { 'retry-after': '3600' } });
    const payment = await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    const later = new Date(outbox.clock().getTime() + HOUR);
    expect(await outbox.delivery(payment)).toMatchObject({
      status: 'pending',
      nextAttemptAt: later,
      notBefore: later,
    });
  });

  test('a Retry-After delays an attempt by a day at most', async () => {
    receiver.respond({ status: 429, headers: { 'retry-after': '999999' } });
    const payment = await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    const tomorrow = new Date(outbox.clock().getTime() + DAY);
    expect(await outbox.delivery(payment)).toMatchObject({
      nextAttemptAt: tomorrow,
      notBefore: tomorrow,
    });
  });

  test('a Retry-After never makes the next attempt earlier than scheduled', async () => {
    receiver.respond({ status: 503, headers: { 'retry-after': '1' } });
    const payment = await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    const { nextAttemptAt } = await outbox.delivery(payment);
    expect(nextAttemptAt).toEqual(new Date(outbox.clock().getTime() + 5 * SECOND));
  });
});

test('a response with status 410 ends the delivery', async () => {
  receiver.respond({ status: 410 });
  const payment = await outbox.announceNew(receiver.url());
  await outbox.dispatch();
  expect(await outbox.delivery(payment)).toMatchObject({
    status: 'failed',
    attempt: 1,
    responseStatus: 410,
    nextAttemptAt: null,
    lastError: expect.stringMatching(/gone for good.*given up immediately: resend/),
  });
});

test.each([301, 400, 404, 500, 503])(
  'a delivery is retried after the status %i',
  async (status) => {
    receiver.respond({ status });
    const payment = await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    expect(await outbox.delivery(payment)).toMatchObject({
      status: 'pending',
      attempt: 1,
      responseStatus: status,
    });
    receiver.respond({ status: 204 });
    outbox.passTime(5 * SECOND);
    await outbox.dispatch();
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 2 });
  },
);

test('no HTTP exchange can last longer than the lease of its delivery', () => {
  const { totalMs, restMs } = EXCHANGE_LIMITS;
  expect(totalMs + restMs + 10 * SECOND).toBeLessThan(DELIVERY_LEASE_MS);
});

describe('an attempt of a killed sender', () => {
  test('an expired lease ends a killed sender’s attempt, and the delivery gets a new attempt', async () => {
    const payment = await outbox.announceNew(receiver.url());
    await claimDueDeliveries(outbox.base.db, outbox.clock, BOUNDS);
    outbox.passTime(DELIVERY_LEASE_MS - 1);
    expect(await outbox.dispatch()).toBe(0);
    outbox.passTime(1);
    expect(await outbox.dispatch()).toBe(1);
    const row = await outbox.delivery(payment);
    expect(row).toMatchObject({ status: 'delivered', attempt: 2 });
    expect(await outbox.attempts(row.id)).toMatchObject([
      { number: 1, finishedAt: null, responseStatus: null, error: null },
      { number: 2, finishedAt: outbox.clock(), responseStatus: 204 },
    ]);
  });

  test('if an attempt ends after its lease has expired, only the attempt’s record changes, not the delivery', async () => {
    const { db } = outbox.base;
    const payment = await outbox.announceNew(receiver.url());
    const [first] = await claimDueDeliveries(db, outbox.clock, BOUNDS);
    outbox.passTime(DELIVERY_LEASE_MS);
    const [second] = await claimDueDeliveries(db, outbox.clock, BOUNDS);
    if (!first || !second) throw new Error('both claims were to be had');
    const fault = { kind: 'timeout', stage: 'first_byte' } as const;
    const result = unsentResult(fault, outbox.clock());
    const ended = { result, requestHeaders: {}, at: outbox.clock(), chance: 0.5 };
    expect(await completeAttempts(db, [{ ...ended, claim: first }], false)).toEqual(['late']);
    const row = await outbox.delivery(payment);
    expect(row).toMatchObject({ status: 'delivering', attempt: 2, lastError: null });
    const [record] = await outbox.attempts(row.id);
    expect(record).toMatchObject({ finishedAt: outbox.clock(), errorCode: 'timeout_first_byte' });
    expect(await completeAttempts(db, [{ ...ended, claim: second }], false)).toEqual(['retry']);
  });
});

describe('the time of the next run', () => {
  const next = () => nextDeliveryListAt(outbox.base.db, outbox.clock());
  const fromNow = (ms: number) => new Date(outbox.clock().getTime() + ms);

  test('no next run is scheduled if no delivery is pending', async () => {
    expect(await next()).toBeNull();
    await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    expect(await next()).toBeNull();
  });

  test('the next run is at the time of the next retry', async () => {
    receiver.respond({ status: 500 });
    await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    expect(await next()).toEqual(fromNow(5 * SECOND));
  });

  test('the next run is at the end of a lease, in case its sender was killed', async () => {
    await outbox.announceNew(receiver.url());
    await claimDueDeliveries(outbox.base.db, outbox.clock, BOUNDS);
    expect(await next()).toEqual(fromNow(DELIVERY_LEASE_MS));
  });

  test('the next run is in a second if a due delivery could not be claimed', async () => {
    await outbox.announceNew(receiver.url());
    expect(await next()).toEqual(fromNow(SECOND));
  });
});
