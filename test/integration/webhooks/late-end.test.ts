import { afterEach, beforeEach, expect, test } from 'vitest';
import { attemptDelivery } from '@/lib/webhooks/attempt-delivery';
import type { AttemptEnd } from '@/lib/webhooks/attempt-end';
import { LEASE_MS } from '@/lib/webhooks/claim';
import { releaseExpired } from '@/lib/webhooks/find-due';
import { finishAttempt } from '@/lib/webhooks/finish-attempt';
import { Nudge } from '@/lib/webhooks/nudge';
import { Progress } from '@/lib/webhooks/progress';
import { Sender } from '@/lib/webhooks/sender';
import { takeTurn } from '@/lib/webhooks/take-turn';
import { LONG_LIMITS } from '@/test/support/long-limits';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { startReceiver } from '@/test/support/receiver';
import { until } from '@/test/support/wait';

let outbox: Outbox;
beforeEach(async () => {
  outbox = await openOutbox();
});
afterEach(() => outbox.close());

test('the end of an attempt whose lease ran out does not pass for that of the next one beside it', async () => {
  const { db } = outbox.base;
  const { id } = await outbox.delivery(await outbox.announceNew('http://localhost:9/hooks'));
  const turn = { ends: [], picks: [{ id, place: 1 }], perHost: 1 };
  const take = async () => (await takeTurn(db, { ...turn, now: outbox.clock() })).claims;
  const first = await take();
  outbox.passTime(LEASE_MS);
  await releaseExpired(db, outbox.clock());
  const claims = [...first, ...(await take())];
  expect(claims.map(({ attempt }) => attempt)).toEqual([1, 2]);

  const ends: AttemptEnd[] = [];
  const answer = new Progress(LONG_LIMITS);
  answer.status = 200;
  const result = answer.result(outbox.clock(), undefined);
  for (const claim of claims) {
    const finished = { claim, result, requestHeaders: {} };
    await finishAttempt(db, finished, outbox.clock(), 0.5, async (end) => {
      ends.push(end);
      return 'late';
    });
  }
  const { finishes } = await takeTurn(db, { ...turn, ends, picks: [], now: outbox.clock() });
  expect(finishes).toEqual(['late', 'delivered']);
  expect(await outbox.attempts(id)).toMatchObject([
    { number: 1, finishedAt: outbox.clock() },
    { number: 2, finishedAt: outbox.clock() },
  ]);
});

test('a sender has all its places at a host again after an attempt that took longer than its lease', async () => {
  const receiver = await startReceiver();
  receiver.respond({ status: 204 });
  const url = receiver.url();
  const nudge = new Nudge();
  const held: (() => void)[] = [];
  let holds = true;
  let made = 0;
  const sender = new Sender({
    db: outbox.base.db,
    pipeline: outbox.base.database.pipeline,
    clock: outbox.clock,
    nudge,
    maxInFlight: 8,
    perHost: 2,
    attempt: async (claim, writeSuccess) => {
      if (holds) await new Promise<void>((resolve) => held.push(resolve));
      await attemptDelivery(outbox.deps, claim, outbox.clock, writeSuccess);
      made += 1;
    },
    onFault: () => {},
  });
  const announce = async () => {
    const payment = await outbox.announceNew(url);
    nudge.call();
    return payment;
  };
  const first = await announce();
  const run = sender.run();
  await until('an attempt is under way', () => held.length === 1);
  holds = false;
  outbox.passTime(LEASE_MS);
  await until('the same process has made another', async () => {
    nudge.call();
    return (await outbox.delivery(first)).status === 'delivered';
  });
  holds = true;
  await announce();
  await until('one to the same host is under way', () => held.length === 2);
  holds = false;
  held[0]?.();
  await until('the late one has ended', () => made === 2);
  const next = await announce();
  await until('there is a place for one more', async () => {
    return (await outbox.delivery(next)).status === 'delivered';
  });
  held[1]?.();
  expect(await run).toBe(4);
  await receiver.close();
});
