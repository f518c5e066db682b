import { InngestTestEngine } from '@inngest/test';
import { eq } from 'drizzle-orm';
import type { InngestFunction } from 'inngest';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { idempotency } from '@/db/schema/idempotency';
import { deliveryAttempt } from '@/db/schema/webhooks';
import { createClient } from '@/inngest/client';
import { jobFunction, scheduledJobs } from '@/inngest/functions';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { addChannel } from '@/lib/channels/add-channel';
import { toSats } from '@/lib/domain/sats';
import { notifyMembers } from '@/lib/mail/notify-members';
import { createPayment } from '@/lib/payments/create-payment';
import { getPayment } from '@/lib/payments/get-payment';
import { createTestActor } from '@/test/support/actor';
import { type Outbox, openOutbox, type TestPayment } from '@/test/support/outbox';
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
  const job = scheduledJobs(own).find((one) => one.name === name);
  if (!job) throw new Error(`there is no job ${name}`);
  return jobFunction(inngest, own, job);
}

const SCHEDULED = { name: 'inngest/scheduled.timer', data: {} };

/** Runs a function to its end. `steps` are the ids of its steps, in order. */
async function run(
  fn: InngestFunction.Like,
  event: { name: string; data: Record<string, unknown> } = SCHEDULED,
) {
  const engine = new InngestTestEngine({ function: fn, events: [event] });
  const { ctx, result, error } = await engine.execute();
  const steps = vi.mocked(ctx.step.run).mock.calls.map(([id]) => String(id));
  return { result, error, steps };
}

describe('following a network', () => {
  test('an Inngest run that follows a network reads the chain once and has no steps', async () => {
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

test('an Inngest run without steps sends all due deliveries', async () => {
  const payments: TestPayment[] = [];
  for (let nth = 0; nth < 3; nth++) payments.push(await outbox.announceNew(receiver.url()));
  const event = { name: 'webhook/deliveries.due', data: {} };
  expect(await run(functionOf('sweep-deliveries'), event)).toEqual({ result: 3, steps: [] });
  for (const payment of payments)
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 1 });
});

test('the scheduled sweep sends all due deliveries, however many there are', async () => {
  for (let nth = 0; nth < 30; nth++) await outbox.announceNew(receiver.url());
  const { result } = await run(functionOf('sweep-deliveries'));
  expect(result).toBe(30);
  expect(receiver.requests).toHaveLength(30);
});

test('the scheduled sweep also sends notifications to channels, in an Inngest run without steps', async () => {
  const { merchantId } = outbox.key.actor;
  const owner = await createTestActor(own.db, merchantId);
  const chat = { name: 'Orders', kind: 'slack' as const, url: receiver.url('/chat') };
  const given = { ...chat, topics: ['money' as const] };
  await addChannel(own.db, own.vault, owner, given, outbox.clock(), async () => {});
  const news = { fact: 'one', subject: 'News', body: 'Text', topic: 'money' as const, merchantId };
  await notifyMembers(own.db, [news], outbox.clock());
  outbox.passTime(60_000);
  expect(await run(functionOf('sweep-deliveries'))).toEqual({ result: 0, steps: [] });
  expect(receiver.requests.map(({ path }) => path)).toEqual(['/chat']);
});

test('a stopping process finishes the deliveries that it has started, and starts no more', async () => {
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

test('payments expire only after the chain has been read past their expiry', async () => {
  const { id } = await outbox.addPayment(null);
  const read = () => run(functionOf('follow-regtest'));
  await read();
  expect((await run(functionOf('expire-payments'))).result).toBe(0);
  outbox.passTime(DAY);
  await read();
  expect((await run(functionOf('expire-payments'))).result).toBe(1);
  expect((await getPayment(own.db, outbox.key.actor, id)).row.status).toBe('expired');
});

test('pruning deletes old attempts and old Idempotency-Keys, and nothing else', async () => {
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

test('an error of a database query reaches Inngest without the text and parameters of the query', async () => {
  await own.close();
  const { error } = await run(functionOf('expire-payments'));
  expect(JSON.stringify(error)).toContain('see the server log');
  expect(JSON.stringify(error)).not.toMatch(/update|payment_change|params/i);
});
