import { InngestTestEngine } from '@inngest/test';
import { eq } from 'drizzle-orm';
import type { InngestFunction } from 'inngest';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { idempotency } from '@/db/schema/payments';
import { deliveryAttempt } from '@/db/schema/webhooks';
import { createClient } from '@/inngest/client';
import { deliveryDue } from '@/inngest/events';
import { deliverWebhookFunction, jobFunction } from '@/inngest/functions';
import { payAddress } from '@/lib/chain/sandbox/pay-address';
import { toSats } from '@/lib/domain/sats';
import { jobsOf } from '@/lib/jobs/jobs';
import { createPayment } from '@/lib/payments/create-payment';
import { getPayment } from '@/lib/payments/get-payment';
import { type Outbox, openOutbox, type TestPayment } from '@/test/support/outbox';
import { PLAIN_TERMS } from '@/test/support/plain-terms';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { openTestRuntime, type TestRuntime } from '@/test/support/runtime';

const DAY = 86_400_000;

let outbox: Outbox;
let receiver: Receiver;
let own: TestRuntime;
let inngest: ReturnType<typeof createClient>;
/** What the SDK warns of. */
let warnings: string[];

beforeEach(async () => {
  warnings = [];
  const warn = (...said: unknown[]) => void warnings.push(JSON.stringify(said));
  const logger = { warn, error: warn, info() {}, debug() {} };
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
  own = openTestRuntime(outbox.base.url, outbox.clock, { BITCOIN_REGTEST: 'sandbox' });
  inngest = createClient(own, { isDev: true, internalLogger: logger });
});

afterEach(async () => {
  await Promise.all([own.close(), receiver.close()]);
  await outbox.close();
});

function functionOf(name: string) {
  const job = jobsOf(own).find((one) => one.name === name);
  if (!job) throw new Error(`there is no job ${name}`);
  return jobFunction(inngest, own, job);
}

/** The SDK's name for a warning that it has numbered steps with one name. */
const NUMBERED = 'AUTOMATIC_PARALLEL_INDEXING';
const untilSettled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const SCHEDULED = { name: 'inngest/scheduled.timer', data: {} };

/** Runs a function to its end. `steps` are the ids of what it did or slept in steps, in order. */
async function run(
  fn: InngestFunction.Like,
  event: { name: string; data: Record<string, unknown> } = SCHEDULED,
  onSleep = () => {},
) {
  const sleeps = Array.from({ length: 40 }, (_, nth) => ({
    id: `until-try-${nth + 2}`,
    handler: () => {
      onSleep();
      return null;
    },
  }));
  const { ctx, result, error } = await new InngestTestEngine({
    function: fn,
    steps: sleeps,
    events: [event],
  }).execute();
  const named = [ctx.step.run, ctx.step.sleepUntil].flatMap((tool) =>
    vi.mocked(tool).mock.calls.map(([id], nth) => ({
      id: String(id),
      order: vi.mocked(tool).mock.invocationCallOrder[nth] ?? 0,
    })),
  );
  const steps = named.sort((a, b) => a.order - b.order).map(({ id }) => id);
  return { result, error, steps };
}

describe('following a network', () => {
  test('reads the chain once, in a run without steps', async () => {
    const deps = { ...own, policy: { allowPrivate: true } };
    const { actor } = outbox.key;
    const terms = { ...PLAIN_TERMS, requiredConfirmations: 1 };
    const now = outbox.clock();
    const { id, address } = await createPayment(deps, actor, actor.apiKeyId, terms, now);
    await payAddress(own.db, { address, sats: toSats(100_000) }, now);
    const data = { network: 'regtest' };
    const follow = functionOf('follow-regtest');
    expect(await run(follow, { name: 'chain/moved', data })).toEqual({ result: 'read', steps: [] });
    const { row } = await getPayment(own.db, actor, id);
    expect(row.status).toBe('detected');
  });
});

describe('delivering a webhook', () => {
  const event = (deliveryId: string, dueAt: Date) => ({
    name: deliveryDue.name,
    data: { deliveryId, host: 'any', dueAt: dueAt.toISOString() },
  });
  const deliver = (deliveryId: string, dueAt: Date) => {
    const fn = deliverWebhookFunction(inngest, own);
    return run(fn, event(deliveryId, dueAt), () => outbox.passTime(DAY / 2));
  };

  test('takes one step when the endpoint accepts it', async () => {
    const payment = await outbox.announceNew(receiver.url());
    const { id } = await outbox.delivery(payment);
    expect(await deliver(id, outbox.clock())).toMatchObject({ error: undefined, steps: ['try-1'] });
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 1 });
  });

  test('sleeps between attempts until the endpoint accepts it, each step named by its place', async () => {
    receiver.respond((_, nth) => ({ status: nth < 3 ? 404 : 200 }));
    const payment = await outbox.announceNew(receiver.url());
    const { id } = await outbox.delivery(payment);
    const { error, steps } = await deliver(id, outbox.clock());
    expect(error).toBeUndefined();
    expect(steps).toEqual(['try-1', 'until-try-2', 'try-2', 'until-try-3', 'try-3']);
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 3 });
  });

  test('ends at once when its schedule has moved', async () => {
    const payment = await outbox.announceNew(receiver.url());
    const { id } = await outbox.delivery(payment);
    receiver.respond({ status: 404 });
    await outbox.dispatch();
    expect(await deliver(id, new Date(0))).toMatchObject({ error: undefined, steps: ['try-1'] });
    expect(receiver.requests).toHaveLength(1);
  });

  test('leaves no step to be numbered by Inngest, in a run as long as any', async () => {
    receiver.respond({ status: 404 });
    const payment = await outbox.announceNew(receiver.url());
    const { id } = await outbox.delivery(payment);
    const { steps } = await deliver(id, outbox.clock());
    expect((await outbox.delivery(payment)).status).toBe('failed');
    expect(new Set(steps).size).toBe(steps.length);
    expect(warnings.join()).not.toContain(NUMBERED);
    // The SDK does warn here, of steps that it numbers with other work in between.
    await run(
      inngest.createFunction({ id: 'any', triggers: [deliveryDue] }, async ({ step }) => {
        for (const nth of [1, 2]) {
          await step.run('try', () => nth);
          await untilSettled();
        }
      }),
      event(id, outbox.clock()),
    );
    expect(warnings.join()).toContain(NUMBERED);
  });
});

test('the sweep sends everything due, however much', async () => {
  for (let nth = 0; nth < 30; nth++) await outbox.announceNew(receiver.url());
  const { result } = await run(functionOf('sweep-deliveries'));
  expect(result).toBe(30);
  expect(receiver.requests).toHaveLength(30);
});

test('a sweep begins nothing more once its process stops, and ends what it has begun', async () => {
  receiver.respond(() => {
    own.stopping.abort();
    return { status: 200 };
  });
  const payments: TestPayment[] = [];
  for (let nth = 0; nth < 30; nth++) payments.push(await outbox.announceNew(receiver.url()));
  const { result } = await run(functionOf('sweep-deliveries'));
  expect(result).toBeLessThan(30);
  const rows = await Promise.all(payments.map((payment) => outbox.delivery(payment)));
  expect(rows.filter(({ status }) => status === 'delivered')).toHaveLength(Number(result));
  expect(rows.filter(({ status }) => status === 'pending')).toHaveLength(30 - Number(result));
});

test('payments expire once their time is over and the chain was read since', async () => {
  const { id } = await outbox.addPayment(null);
  const read = () => run(functionOf('follow-regtest'));
  await read();
  expect((await run(functionOf('expire-payments'))).result).toBe(0);
  outbox.passTime(DAY);
  await read();
  expect((await run(functionOf('expire-payments'))).result).toBe(1);
  expect((await getPayment(own.db, outbox.key.actor, id)).row.status).toBe('expired');
});

test('pruning deletes old attempts and old Idempotency-Keys, and keeps the rest', async () => {
  const payment = await outbox.announceNew(receiver.url());
  await outbox.dispatch();
  const { id } = await outbox.delivery(payment);
  await own.db.insert(idempotency).values({
    hash: Buffer.from('one'),
    bodyHash: Buffer.from('any'),
    paymentId: payment.id,
    createdAt: outbox.clock(),
  });
  await run(functionOf('prune'));
  expect(await outbox.attempts(id)).toHaveLength(1);
  expect(await own.db.$count(idempotency)).toBe(1);
  outbox.passTime(91 * DAY);
  await run(functionOf('prune'));
  expect(await own.db.$count(deliveryAttempt, eq(deliveryAttempt.deliveryId, id))).toBe(0);
  expect(await own.db.$count(idempotency)).toBe(0);
});

test('a failing query reaches Inngest without its text and its parameters', async () => {
  await own.close();
  const { error } = await run(functionOf('expire-payments'));
  expect(JSON.stringify(error)).toContain('the log of the server says why');
  expect(JSON.stringify(error)).not.toMatch(/update|payment_change|params/i);
});
