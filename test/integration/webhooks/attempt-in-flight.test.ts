import { expect, test } from 'vitest';
import { paymentDetail } from '@/lib/payments/views/payment-detail';
import { DELIVERY_LEASE_MS } from '@/lib/webhooks/delivery/release';
import { getDelivery } from '@/lib/webhooks/delivery/views/get-delivery';
import { createTestActor } from '@/test/support/actor';
import { claimDueDeliveries } from '@/test/support/claim-due-deliveries';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openOutbox } from '@/test/support/outbox';
import { startReceiver } from '@/test/support/receiver';

const outbox = await openForTestFile(openOutbox());
const receiver = await openForTestFile(startReceiver());

test('an attempt is listed from its start, and has no outcome if its sender is killed', async () => {
  const { db } = outbox.base;
  const viewer = await createTestActor(db, outbox.key.merchantId, 'viewer');
  const { id } = await outbox.announceNew(receiver.url());
  const shown = async () => {
    const { deliveries, timeline } = await paymentDetail(db, viewer, id);
    const { attempts } = await getDelivery(db, viewer, deliveries[0]?.id ?? '');
    return {
      attempts: attempts.map(({ number, outcome, startedAt }) => [number, outcome, startedAt]),
      timeline: timeline.flatMap((entry) =>
        entry.kind === 'attempt' ? [[entry.number, entry.outcome, entry.at]] : [],
      ),
    };
  };
  const began = outbox.clock();
  expect(await claimDueDeliveries(db, outbox.clock, { limit: 1, perHost: 1 })).toHaveLength(1);
  expect(await shown()).toEqual({
    attempts: [[1, 'running', began]],
    timeline: [[1, 'running', began]],
  });
  outbox.passTime(DELIVERY_LEASE_MS);
  const again = outbox.clock();
  await outbox.dispatch();
  expect(await shown()).toEqual({
    attempts: [
      [2, 'delivered', again],
      [1, 'unknown', began],
    ],
    timeline: [
      [1, 'unknown', began],
      [2, 'delivered', again],
    ],
  });
});
