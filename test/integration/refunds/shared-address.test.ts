import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { payment } from '@/db/schema/payments';
import { refund } from '@/db/schema/refunds';
import { waitForLockWaiters } from '@/test/support/lock-waits';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openRefundMerchant } from '@/test/support/refund-merchant';

const merchant = await openForTestFile(openRefundMerchant());
const { node, deps } = merchant;
merchant.stopClock();

/** Starts a chain read, and runs `work` while the read waits for the lock on a payment. */
async function whileRead(paymentId: string, work: () => Promise<unknown>): Promise<void> {
  const reads = await deps.db.transaction(async (tx) => {
    await tx.select().from(payment).where(eq(payment.id, paymentId)).for('update');
    const read = merchant.sync();
    await waitForLockWaiters('the read waits for the payment', deps.db);
    await work();
    return [read];
  });
  await Promise.all(reads);
}

describe('several refunds to one address', () => {
  it('a refund that is recorded during a chain read is still matched with its output', async () => {
    const [address, paymentId] = [await node.address(), await merchant.paid()];
    const first = await merchant.refund({ address });
    await node.sendTo(address, first.sats);
    await merchant.sync();
    const txid = await node.sendTo(address, first.sats);
    await merchant.sync();
    await merchant.refund({ address, sats: first.sats + 1 });
    let id = '';
    await whileRead(first.paymentId, async () => {
      ({ id } = await merchant.refund({ paymentId, address }));
    });
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'confirmed', txid });
    expect(await merchant.refundEvents(paymentId)).toEqual(['refund.created', 'refund.confirmed']);
  });

  it('an output that was sent between two refunds to one address counts for the earlier refund', async () => {
    const [address, paymentId] = [await node.address(), await merchant.paid()];
    await node.mine(2);
    await merchant.sync();
    const older = await merchant.refund({ paymentId, address });
    const txid = await node.sendUnlocked(address, older.sats);
    const { height, hash } = await blockLost();
    merchant.passTime(1_000);
    const newer = await merchant.refund({ paymentId, address });
    await deps.db
      .update(refund)
      .set({ watchFromHeight: height + 1, watchAfterHash: hash })
      .where(eq(refund.id, newer.id));
    await node.mine(1);
    await merchant.sync();
    expect(await merchant.shown(older.id)).toMatchObject({ status: 'confirmed', txid });
    expect(await merchant.shown(newer.id)).toMatchObject({ status: 'ready', txid: null });
  });

  /** Replaces the newest two blocks with a block that is then lost. @returns the lost block */
  async function blockLost(): Promise<{ height: number; hash: string }> {
    const old = await node.tip();
    await node.disconnect(2);
    await node.mine(1);
    const lost = await node.tip();
    await node.rpc('invalidateblock', lost.hash);
    while ((await node.tip()).height < old.height) await node.mineOnly();
    return lost;
  }
});
