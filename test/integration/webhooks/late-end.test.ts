import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AttemptEnd } from '@/lib/webhooks/attempt-end';
import { LEASE_MS } from '@/lib/webhooks/claim';
import { releaseExpired } from '@/lib/webhooks/find-due';
import { finishAttempt } from '@/lib/webhooks/finish-attempt';
import { Progress } from '@/lib/webhooks/progress';
import { takeTurn } from '@/lib/webhooks/take-turn';
import { LONG_LIMITS } from '@/test/support/long-limits';
import { type Outbox, openOutbox } from '@/test/support/outbox';

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
