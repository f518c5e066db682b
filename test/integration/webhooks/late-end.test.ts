import { afterEach, beforeEach, expect, test } from 'vitest';
import { WakeSignal } from '@/lib/wake-signal';
import { completeAttempts } from '@/lib/webhooks/delivery/complete-attempts';
import { DELIVERY_LEASE_MS } from '@/lib/webhooks/delivery/release';
import { unsentResult } from '@/lib/webhooks/transport/send';
import { claimDueDeliveries } from '@/test/support/claim-due-deliveries';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Reply, startReceiver } from '@/test/support/receiver';
import { until } from '@/test/support/wait';

let outbox: Outbox;
beforeEach(async () => {
  outbox = await openOutbox();
});
afterEach(() => outbox.close());

test('in one batch, the late result of an expired attempt does not complete the newer attempt', async () => {
  const { db } = outbox.base;
  const { id } = await outbox.delivery(await outbox.announceNew('http://localhost:9/hooks'));
  const bounds = { limit: 1, perHost: 1 };
  const first = await claimDueDeliveries(db, outbox.clock, bounds);
  outbox.passTime(DELIVERY_LEASE_MS);
  const claims = [...first, ...(await claimDueDeliveries(db, outbox.clock, bounds))];
  expect(claims.map(({ attempt }) => attempt)).toEqual([1, 2]);

  const at = outbox.clock();
  const failed = unsentResult({ kind: 'timeout', stage: 'first_byte' }, at);
  const result = { ...failed, ok: true, status: 200, fault: undefined };
  const ends = claims.map((claim) => ({ claim, result, requestHeaders: {}, at, chance: 0.5 }));
  expect(await completeAttempts(db, ends, false)).toEqual(['late', 'delivered']);
  expect(await outbox.attempts(id)).toMatchObject([
    { number: 1, finishedAt: at },
    { number: 2, finishedAt: at },
  ]);
});

test('an attempt that outlives its lease occupies one of its host’s slots, and finally frees only that slot', async () => {
  const receiver = await startReceiver();
  const held: (() => void)[] = [];
  let holds = true;
  receiver.respond(
    () =>
      new Promise<Reply>((resolve) => {
        const answer = () => resolve({ status: 204 });
        if (holds) held.push(answer);
        else answer();
      }),
  );
  const nudge = new WakeSignal();
  const announce = async () => {
    const payment = await outbox.announceNew(receiver.url());
    nudge.call();
    return payment;
  };
  const first = await announce();
  const run = outbox.dispatch({ nudge, perHost: 2 });
  await until('an attempt is in flight', () => held.length === 1);
  holds = false;
  outbox.passTime(DELIVERY_LEASE_MS);
  await until('the same process has made another', async () => {
    nudge.call();
    return (await outbox.delivery(first)).status === 'delivered';
  });
  holds = true;
  await announce();
  await until('a second one is in flight', () => held.length === 2);
  const waiting = await announce();
  held[0]?.();
  await until('the third one has the slot of the late one', () => held.length === 3);
  const last = await announce();
  holds = false;
  held[1]?.();
  await until('the last one has the slot of the second', async () => {
    return (await outbox.delivery(last)).status === 'delivered';
  });
  held[2]?.();
  expect(await run).toBe(5);
  expect(await outbox.delivery(waiting)).toMatchObject({ status: 'delivered', attempt: 1 });
  await receiver.close();
});
