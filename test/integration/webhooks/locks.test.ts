import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '@/db/client';
import { webhookEndpoint, webhookHost } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';
import { OPERATOR } from '@/lib/domain/actor';
import { MAX_CLAIM_AGE_MS } from '@/lib/webhooks/delivery/claim-deliveries';
import { completeAttempts } from '@/lib/webhooks/delivery/complete-attempts';
import { makeClaimedAttempt } from '@/lib/webhooks/delivery/make-claimed-attempt';
import { DELIVERY_LEASE_MS } from '@/lib/webhooks/delivery/release';
import { resendDelivery } from '@/lib/webhooks/delivery/resend-delivery';
import { pauseEndpoint } from '@/lib/webhooks/endpoints/pause-endpoint';
import { resumeEndpoint } from '@/lib/webhooks/endpoints/resume-endpoint';
import { unsentResult } from '@/lib/webhooks/transport/send';
import { hostKey } from '@/lib/webhooks/transport/target-url';
import { claimDueDeliveries } from '@/test/support/claim-due-deliveries';
import { waitForLockWaiters } from '@/test/support/lock-waits';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';

let outbox: Outbox;
let receiver: Receiver;

beforeEach(async () => {
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
});

afterEach(async () => {
  await Promise.all([outbox.close(), receiver.close()]);
});

const waitingSessions = (count: number) =>
  waitForLockWaiters(`${count} sessions wait for a lock`, outbox.base.db, count);

test('a resend takes effect even while a failing host’s first successful attempt is being recorded', async () => {
  const { db } = outbox.base;
  const first = await outbox.announceNew(receiver.url());
  const [mine] = await claimDueDeliveries(db, outbox.clock, { limit: 1, perHost: 8 });
  if (!mine) throw new Error('the due delivery can be claimed');
  const others = await Promise.all(
    Array.from({ length: 5 }, () => outbox.announceNew(receiver.url())),
  );
  receiver.respond({ status: 500 });
  await outbox.dispatch();
  const [again] = await Promise.all(others.map((payment) => outbox.delivery(payment)));
  expect(again).toMatchObject({ status: 'pending', attempt: 1 });

  receiver.respond({ status: 204 });
  const { success, resend } = await db.transaction(async (tx) => {
    const host = eq(webhookHost.host, hostKey(receiver.url()));
    await tx.select().from(webhookHost).where(host).for('update');
    const success = makeClaimedAttempt(outbox.deps, mine, outbox.clock, async (ended) => {
      return (await completeAttempts(db, [ended], false))[0];
    });
    await waitingSessions(1);
    const resend = resendDelivery(db, outbox.key.actor, again?.id ?? '', outbox.clock());
    await waitingSessions(2);
    return { success, resend };
  });
  expect(await resend).toBe('resent');
  await success;
  expect(await outbox.delivery(first)).toMatchObject({ status: 'delivered', attempt: 1 });
});

test('a process that freezes while recording an attempt blocks other processes only briefly', async () => {
  await outbox.announceNew(receiver.url());
  const [claim] = await claimDueDeliveries(outbox.base.db, outbox.clock, { limit: 1, perHost: 8 });
  if (!claim) throw new Error('the due delivery can be claimed');
  const payment = await outbox.announceNew(receiver.url());
  const frozen = openDatabase(outbox.base.url, 1);
  await new Promise<void>((begun) => {
    const freeze = frozen.db.transaction(async (tx) => {
      const at = outbox.clock();
      const result = unsentResult({ kind: 'timeout', stage: 'first_byte' }, at);
      await completeAttempts(tx, [{ claim, result, requestHeaders: {}, at, chance: 0.5 }], true);
      begun();
      await new Promise<never>(() => {});
    });
    freeze.catch(() => {});
  });
  expect(await outbox.dispatch()).toBe(1);
  expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 1 });
  await frozen.close();
});

test('an attempt is not started after a slow claim, because its lease could expire during the attempt', async () => {
  const { db } = outbox.base;
  const payment = await outbox.announceNew(receiver.url());
  const { dispatched } = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table webhook_event in access exclusive mode`);
    const dispatched = outbox.dispatch();
    await waitingSessions(1);
    outbox.passTime(MAX_CLAIM_AGE_MS);
    return { dispatched };
  });
  await dispatched;
  expect(receiver.requests).toHaveLength(0);
  outbox.passTime(DELIVERY_LEASE_MS);
  expect(await outbox.dispatch()).toBe(1);
  expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 2 });
});

test('new events do not wait while many deliveries of their endpoint are held or released', async () => {
  const { db } = outbox.base;
  const url = receiver.url();
  const first = await outbox.delivery(await outbox.announceNew(url));
  const [endpoint] = await db.select().from(webhookEndpoint).where(eq(webhookEndpoint.url, url));
  for (const change of [pauseEndpoint, resumeEndpoint]) {
    const { changed } = await db.transaction(async (tx) => {
      await tx.select().from(delivery).where(eq(delivery.id, first.id)).for('update');
      const changed = change(db, OPERATOR, endpoint?.id ?? '', outbox.clock());
      await waitingSessions(1);
      await outbox.announceNew(url);
      return { changed };
    });
    await changed;
  }
  expect(await outbox.dispatch()).toBe(3);
});
