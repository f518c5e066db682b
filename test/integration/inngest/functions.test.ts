import { InngestTestEngine } from '@inngest/test';
import { eq } from 'drizzle-orm';
import type { InngestFunction } from 'inngest';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { idempotency } from '@/db/schema/payments';
import { deliveryAttempt } from '@/db/schema/webhooks';
import { createClient } from '@/inngest/client';
import { deliverWebhookFunction, jobFunction } from '@/inngest/functions';
import { payAddress } from '@/lib/chain/sandbox/pay-address';
import { toSats } from '@/lib/domain/sats';
import { jobsOf } from '@/lib/jobs/jobs';
import { createPayment } from '@/lib/payments/create-payment';
import { getPayment } from '@/lib/payments/get-payment';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { PLAIN_TERMS } from '@/test/support/plain-terms';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { openTestRuntime, type TestRuntime } from '@/test/support/runtime';

const DAY = 86_400_000;

let outbox: Outbox;
let receiver: Receiver;
let own: TestRuntime;
let inngest: ReturnType<typeof createClient>;

beforeEach(async () => {
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
  own = openTestRuntime(outbox.base.url, outbox.clock, { BITCOIN_REGTEST: 'sandbox' });
  inngest = createClient(own, { isDev: true });
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

/** Runs a function to its end; each sleep moves the clock, and is counted. */
async function run(fn: InngestFunction.Like, sleep?: { id: string; passes(nth: number): unknown }) {
  let slept = 0;
  const steps = sleep
    ? Array.from({ length: 40 }, (_, nth) => ({
        id: nth === 0 ? sleep.id : `${sleep.id}:${nth}`,
        handler: async () => {
          slept += 1;
          await sleep.passes(nth);
          return null;
        },
      }))
    : [];
  const { result, error } = await new InngestTestEngine({ function: fn, steps }).execute();
  return { result, error, slept };
}

describe('following a network', () => {
  test('reads every few seconds, and ends before the next run begins', async () => {
    const begun = outbox.clock().getTime();
    const follow = functionOf('follow-regtest');
    const { error, slept } = await run(follow, {
      id: 'pause',
      passes: () => outbox.passTime(5_000),
    });
    expect(error).toBeUndefined();
    expect(slept).toBe(11);
    expect(outbox.clock().getTime() - begun).toBeLessThan(60_000);
  });

  test('finds payments made during its pause', async () => {
    const terms = {
      ...PLAIN_TERMS,
      requiredConfirmations: 1,
    };
    const follow = functionOf('follow-regtest');
    let found: string | undefined;
    await run(follow, {
      id: 'pause',
      passes: async (nth) => {
        outbox.passTime(5_000);
        if (nth === 0) {
          const deps = { ...own, policy: { allowPrivate: true } };
          const { actor } = outbox.key;
          const now = outbox.clock();
          const { id, address } = await createPayment(deps, actor, actor.apiKeyId, terms, now);
          found = id;
          await payAddress(own.db, { address, sats: toSats(100_000) }, outbox.clock());
        }
      },
    });
    const { row } = await getPayment(own.db, outbox.key.actor, found ?? '');
    expect(row.status).toBe('detected');
  });
});

describe('delivering a webhook', () => {
  const deliver = async (deliveryId: string, dueAt: Date) => {
    const data = { deliveryId, host: 'any', dueAt: dueAt.toISOString() };
    let slept = 0;
    const steps = Array.from({ length: 40 }, (_, nth) => ({
      id: nth === 0 ? 'until-next-look' : `until-next-look:${nth}`,
      handler: () => {
        slept += 1;
        outbox.passTime(DAY / 2);
        return null;
      },
    }));
    const events: [{ name: string; data: typeof data }] = [{ name: 'webhook/delivery.due', data }];
    const fn = deliverWebhookFunction(inngest, own);
    const { error } = await new InngestTestEngine({ function: fn, events, steps }).execute();
    return { error, slept };
  };

  test('takes one step when the endpoint accepts it', async () => {
    const payment = await outbox.announceNew(receiver.url());
    const { id } = await outbox.delivery(payment);
    expect(await deliver(id, outbox.clock())).toEqual({ error: undefined, slept: 0 });
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 1 });
  });

  test('sleeps between attempts until the endpoint accepts it', async () => {
    receiver.respond((_, nth) => ({ status: nth < 3 ? 404 : 200 }));
    const payment = await outbox.announceNew(receiver.url());
    const { id } = await outbox.delivery(payment);
    expect(await deliver(id, outbox.clock())).toEqual({ error: undefined, slept: 2 });
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 3 });
  });

  test('ends at once when its schedule has moved', async () => {
    const payment = await outbox.announceNew(receiver.url());
    const { id } = await outbox.delivery(payment);
    receiver.respond({ status: 404 });
    await outbox.dispatch();
    expect(await deliver(id, new Date(0))).toEqual({ error: undefined, slept: 0 });
    expect(receiver.requests).toHaveLength(1);
  });
});

test('the sweep sends everything due, however much', async () => {
  for (let nth = 0; nth < 30; nth++) await outbox.announceNew(receiver.url());
  const { result } = await run(functionOf('sweep-deliveries'));
  expect(result).toBe(30);
  expect(receiver.requests).toHaveLength(30);
});

test('payments expire once their time is over and the chain was read since', async () => {
  const { id } = await outbox.addPayment(null);
  const follow = functionOf('follow-regtest');
  const read = () => run(follow, { id: 'pause', passes: () => outbox.passTime(5_000) });
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
