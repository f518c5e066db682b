import { describe, expect, it } from 'vitest';
import { dropRefund } from '@/lib/refunds/drop-refund';
import { recordRefundTxid } from '@/lib/refunds/record-refund-txid';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openRefundMerchant } from '@/test/support/refund-merchant';

const merchant = await openForTestFile(openRefundMerchant());
const { node, member, deps } = merchant;
merchant.stopClock();

describe('a refund that was paid before it was recorded', () => {
  it('a refund that was sent before it was recorded is found in the mempool', async () => {
    const paymentId = await merchant.paid();
    const address = await node.address();
    const txid = await node.sendTo(address, 40_000);
    await merchant.sync();
    const { id } = await merchant.refund({ paymentId, address });
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'sent', txid });
  });

  it('a refund that was mined before it was recorded is found only by its transaction id', async () => {
    const paymentId = await merchant.paid();
    const address = await node.address();
    const txid = await node.sendTo(address, 40_000);
    await node.mine(5);
    await merchant.sync();
    const { id } = await merchant.refund({ paymentId, address });
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'ready' });
    await recordRefundTxid(deps, member, { refundId: id, txid }, merchant.now());
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'confirmed', txid, confirmations: 5 });
  });

  it('a refund stays ready if a member enters the id of a transaction that pays another address', async () => {
    const { id } = await merchant.refund();
    const txid = await node.sendTo(await node.address(), 40_000);
    await node.mine(1);
    await recordRefundTxid(deps, member, { refundId: id, txid }, merchant.now());
    await merchant.sync();
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'ready', txid: null });
  });
});

describe('a dropped refund', () => {
  it('a dropped refund becomes sent when its output is seen', async () => {
    const { id, address, sats } = await merchant.refund();
    await dropRefund(deps.db, member, id, merchant.now());
    expect(await merchant.shown(id)).toMatchObject({ status: 'dropped' });
    await node.sendTo(address, sats);
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'sent' });
  });

  it('an output counts for a newer refund, not for a dropped refund with the same address', async () => {
    const address = await node.address();
    const old = await merchant.refund({ address });
    await dropRefund(deps.db, member, old.id, merchant.now());
    const next = await merchant.refund({ address });
    await node.sendTo(address, next.sats);
    await merchant.sync();
    expect(await merchant.shown(old.id)).toMatchObject({ status: 'dropped' });
    expect(await merchant.shown(next.id)).toMatchObject({ status: 'sent' });
  });
});
