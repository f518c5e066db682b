import { expect, test } from 'vitest';
import { nextDeliveryListAt } from '@/lib/webhooks/delivery/due';
import { claimDueDeliveries } from '@/test/support/claim-due-deliveries';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openOutbox } from '@/test/support/outbox';
import { startReceiver } from '@/test/support/receiver';

const DAY_MS = 86_400_000;

const outbox = await openForTestFile(openOutbox());

test('after the server’s clock is set back by a day, a killed process’s deliveries are sent again', async () => {
  const receiver = await startReceiver();
  const payment = await outbox.announceNew(receiver.url());
  outbox.passTime(DAY_MS);
  await claimDueDeliveries(outbox.base.db, outbox.clock, { limit: 1, perHost: 1 });
  outbox.passTime(-DAY_MS);
  const next = await nextDeliveryListAt(outbox.base.db, outbox.clock());
  expect(next?.getTime()).toBeLessThanOrEqual(outbox.clock().getTime() + 1_000);
  expect(await outbox.dispatch()).toBe(1);
  expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', attempt: 2 });
  await receiver.close();
});
