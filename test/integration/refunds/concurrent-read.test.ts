import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { membership } from '@/db/schema/people';
import { waitForLockWaiters } from '@/test/support/lock-waits';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openRefundMerchant } from '@/test/support/refund-merchant';

const merchant = await openForTestFile(openRefundMerchant());
const { node, deps, member } = merchant;
merchant.stopClock();

test('a refund is created although a chain read waits for its payment and reactivates another payment', async () => {
  const sent = await merchant.refund();
  await node.sendTo(sent.address, sent.sats);
  const canceled = await merchant.create();
  await merchant.cancel(canceled.id);
  await node.sendTo(canceled.address, canceled.amount_sats);
  const address = await node.address();
  // The refund locks its payment and waits for the member's row. The read waits for the payment.
  const [refunding, reading] = await deps.db.transaction(async (tx) => {
    const { merchantId, userId } = membership;
    const own = and(eq(merchantId, member.merchantId), eq(userId, member.userId));
    await tx.select().from(membership).where(own).for('update');
    const made = merchant.refund({ paymentId: sent.paymentId, address, sats: 1_000 });
    await waitForLockWaiters('the refund waits', deps.db);
    const read = merchant.sync();
    await waitForLockWaiters('the read waits', deps.db, 2);
    return [made, read] as const;
  });
  expect((await refunding).address).toBe(address);
  expect(await reading).toMatchObject({ kind: 'read' });
  expect(await merchant.shown(sent.id)).toMatchObject({ status: 'sent' });
  expect(await merchant.payment(canceled.id)).toMatchObject({ status: 'detected' });
});
