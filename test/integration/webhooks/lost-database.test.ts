import { sum } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDatabase } from '@/db/client';
import { webhookCount } from '@/db/schema/endpoints';
import { LEASE_MS } from '@/lib/webhooks/claim';
import { startCutLine } from '@/test/support/cut-line';
import { forFile } from '@/test/support/for-file';
import { openOutbox, type TestPayment } from '@/test/support/outbox';
import { startReceiver } from '@/test/support/receiver';
import { until } from '@/test/support/wait';

const outbox = await forFile(openOutbox());
const receiver = await forFile(startReceiver());
const line = await forFile(startCutLine(outbox.base.url));
const { db } = await forFile(Promise.resolve(openDatabase(line.url, 4)));

/** The webhook of the payment was sent once, and its one attempt was recorded and counted once. */
async function expectOnce(payment: TestPayment, sentBefore: number, countBefore: number) {
  outbox.passTime(LEASE_MS);
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

test('an end that was written while its answer got lost is not counted again', async () => {
  receiver.respond({ status: 204 });
  const payment = await outbox.announceNew(receiver.url('/other'));
  const sentBefore = receiver.requests.length;
  const countBefore = await accepted();
  line.cutAfter('"status":"delivered"');
  await outbox.dispatch({ db });
  await expectOnce(payment, sentBefore, countBefore);
});

/** An attempt whose endpoint answers while the database refuses connections, which it then accepts again. */
async function attemptInOutage(status: number): Promise<TestPayment> {
  receiver.respond(() => {
    line.refuse();
    return { status };
  });
  const payment = await outbox.announceNew(receiver.url());
  const refusedBefore = line.refused;
  const run = outbox.dispatch({ db }).catch(() => {});
  await until('its end was tried to be written', () => line.refused >= refusedBefore + 2);
  receiver.respond({ status: 204 });
  line.accept();
  await run;
  return payment;
}

test('what an endpoint accepts while the database is away is recorded once it is back', async () => {
  const sentBefore = receiver.requests.length;
  const countBefore = await accepted();
  await expectOnce(await attemptInOutage(204), sentBefore, countBefore);
});

test('what an endpoint refuses while the database is away is recorded once it is back', async () => {
  const { id, status } = await outbox.delivery(await attemptInOutage(500));
  expect(status).toBe('pending');
  expect(await outbox.attempts(id)).toMatchObject([{ number: 1, responseStatus: 500 }]);
});
