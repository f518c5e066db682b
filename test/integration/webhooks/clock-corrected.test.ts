import { expect, test } from 'vitest';
import { nextDeliveryListAt } from '@/lib/webhooks/delivery/due';
import { claimDueDeliveries } from '@/test/support/claim-due-deliveries';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openOutbox } from '@/test/support/outbox';
import { startReceiver } from '@/test/support/receiver';

const DAY_MS = 86_400_000;

const outbox = await openForTestFile(openOutbox());

async function aDayAhead<T>(run: () => Promise<T>): Promise<T> {
  outbox.passTime(DAY_MS);
  const result = await run();
  outbox.passTime(-DAY_MS);
  return result;
}

const isDueSoon = async () => {
  const next = await nextDeliveryListAt(outbox.base.db, outbox.clock());
  return next !== null && next.getTime() - outbox.clock().getTime() <= 1_000;
};

test('after the server’s clock is set back by a day, a killed process’s deliveries are sent again', async () => {
  const receiver = await startReceiver();
  const payment = await outbox.announceNew(receiver.url());
  await aDayAhead(() => claimDueDeliveries(outbox.base.db, outbox.clock, { limit: 1, perHost: 1 }));
  expect(await isDueSoon()).toBe(true);
  expect(await outbox.dispatch()).toBe(1);
  expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 2 });
  await receiver.close();
});

test('after the server’s clock is set back by a day, a paused host gets its deliveries again', async () => {
  const receiver = await startReceiver();
  receiver.respond({ status: 500 });
  await aDayAhead(async () => {
    for (let n = 0; n < 10; n += 1) await outbox.announceNew(receiver.url());
    await outbox.dispatch({ perHost: 1 });
  });
  expect(receiver.requests).toHaveLength(5);
  receiver.respond({ status: 204 });
  await outbox.announceNew(receiver.url());
  expect(await isDueSoon()).toBe(true);
  expect(await outbox.dispatch({ perHost: 1 })).toBe(11);
  await receiver.close();
});
