import { sql, sum } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Db, openDatabase } from '@/db/client';
import { webhookCount } from '@/db/schema/endpoints';
import { WakeSignal } from '@/lib/wake-signal';
import { DELIVERY_LEASE_MS } from '@/lib/webhooks/delivery/release';
import { startDatabaseProxy } from '@/test/support/database-proxy';
import { waitForLockWaiters } from '@/test/support/lock-waits';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openOutbox, type TestPayment } from '@/test/support/outbox';
import { startReceiver } from '@/test/support/receiver';
import { until } from '@/test/support/wait';

const outbox = await openForTestFile(openOutbox());
const receiver = await openForTestFile(startReceiver());
const other = await openForTestFile(startReceiver());
const line = await openForTestFile(startDatabaseProxy(outbox.base.url));
const { db } = await openForTestFile(Promise.resolve(openDatabase(line.url, 4)));
const dispatch = () => outbox.dispatch({ db });

/** Checks that the webhook was sent once, and its attempt recorded and counted once. */
async function expectOnce(payment: TestPayment, sentBefore: number, countBefore: number) {
  outbox.passTime(DELIVERY_LEASE_MS);
  await outbox.dispatch();
  expect(receiver.requests).toHaveLength(sentBefore + 1);
  const { id, status } = await outbox.delivery(payment);
  expect(status).toBe('delivered');
  expect(await outbox.attempts(id)).toMatchObject([{ number: 1, finishedAt: expect.any(Date) }]);
  expect(await accepted()).toBe(countBefore + 1);
}

async function accepted(): Promise<number> {
  const [row] = await outbox.base.db
    .select({ total: sum(webhookCount.accepted).mapWith(Number) })
    .from(webhookCount);
  return row?.total ?? 0;
}

test('a completed attempt is counted once, even if the database’s response was lost', async () => {
  receiver.respond({ status: 204 });
  const payment = await outbox.announceNew(receiver.url('/other'));
  const sentBefore = receiver.requests.length;
  const countBefore = await accepted();
  line.cutAfter('"status":"delivered"');
  await dispatch();
  await expectOnce(payment, sentBefore, countBefore);
});

/** An attempt whose connection breaks while its completion waits for the host’s lock. */
async function attemptCutInItsEnd(): Promise<TestPayment> {
  const payment = await outbox.announceNew(receiver.url());
  const run = await outbox.base.db.transaction(async (tx: Db) => {
    receiver.respond(async () => {
      await tx.execute(sql`select 1 from webhook_host for update`);
      return { status: 204 };
    });
    const dispatched = dispatch();
    await waitForLockWaiters('its end waits', outbox.base.db);
    line.reset();
    const again = waitForLockWaiters('it is written again', outbox.base.db, 2).then(() => 'soon');
    const late = outbox.base.db.execute(sql`select pg_sleep(3)`).then(() => 'late');
    expect(await Promise.race([again, late])).toBe('soon');
    return { dispatched };
  });
  await run.dispatched;
  receiver.respond({ status: 204 });
  return payment;
}

test('a completed attempt is counted once, even if its statement continues after the connection broke', async () => {
  const sentBefore = receiver.requests.length;
  const countBefore = await accepted();
  const payment = await attemptCutInItsEnd();
  await expectOnce(payment, sentBefore, countBefore);
});

/** Makes an attempt. The endpoint responds during a database outage, which then ends. */
async function attemptInOutage(status: number): Promise<TestPayment> {
  receiver.respond(() => {
    line.refuse();
    return { status };
  });
  const payment = await outbox.announceNew(receiver.url());
  const refusedBefore = line.refused;
  const run = dispatch().catch(() => {});
  await until('its end was tried to be written', () => line.refused >= refusedBefore + 2);
  receiver.respond({ status: 204 });
  line.accept();
  await run;
  return payment;
}

test('a successful attempt during a database outage is recorded after the outage', async () => {
  const sentBefore = receiver.requests.length;
  const countBefore = await accepted();
  await expectOnce(await attemptInOutage(204), sentBefore, countBefore);
});

test('a rejected attempt during a database outage is recorded after the outage', async () => {
  const { id, status } = await outbox.delivery(await attemptInOutage(500));
  expect(status).toBe('pending');
  expect(await outbox.attempts(id)).toMatchObject([{ number: 1, responseStatus: 500 }]);
});

test('an endpoint that hangs does not delay the webhooks of other endpoints after a database outage', async () => {
  const nudge = new WakeSignal();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  receiver.respond(() => answered.then(() => ({ status: 204 })));
  const hanging = await outbox.announceNew(receiver.url());
  const sentBefore = receiver.requests.length;
  const run = outbox.dispatch({ db, nudge });
  await receiver.received(sentBefore + 1);
  const refusedBefore = line.refused;
  line.refuse();
  nudge.call();
  await until('a look has failed', () => line.refused > refusedBefore);
  line.accept();
  await outbox.announceNew(other.url());
  await other.received(1);
  expect(await outbox.delivery(hanging)).toMatchObject({ status: 'delivering' });
  answer();
  await run;
  expect(await outbox.delivery(hanging)).toMatchObject({ status: 'delivered', attempt: 1 });
});
