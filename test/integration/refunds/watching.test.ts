import { describe, expect, it } from 'vitest';
import { MEMPOOL_GRACE_MS } from '@/lib/chain/follow/read-mempool';
import { acceptRefundOutput } from '@/lib/refunds/accept-refund-output';
import { getRefund } from '@/lib/refunds/get-refund';
import { setRefundAddress } from '@/lib/refunds/set-refund-address';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openRefundMerchant } from '@/test/support/refund-merchant';

const merchant = await openForTestFile(openRefundMerchant());
const { node, member, deps } = merchant;
merchant.stopClock();

describe('a refund paid by an ordinary wallet payment', () => {
  it('a refund becomes sent when its output is seen, and confirmed at the depth that its payment required', async () => {
    const paymentId = await merchant.paid(2);
    const { id, address, sats } = await merchant.refund({ paymentId });
    const txid = await node.sendTo(address, sats);
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'sent', txid, confirmations: 0 });
    await node.mine(1);
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'sent', confirmations: 1 });
    await node.mine(1);
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'confirmed', confirmations: 2, txid });
    expect(await merchant.refundEvents(paymentId)).toEqual([
      'refund.created',
      'refund.sent',
      'refund.confirmed',
    ]);
    expect(await merchant.payment(paymentId)).toMatchObject({ received_sats: 100_000 });
  });

  it('a refund is found in blocks that were mined while the follower was stopped', async () => {
    const { id, paymentId, address, sats } = await merchant.refund();
    await node.sendTo(address, sats);
    await node.mine(3);
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'confirmed', confirmations: 3 });
    expect(await merchant.refundEvents(paymentId)).toEqual(['refund.created', 'refund.confirmed']);
    expect((await merchant.shown(id)).fee_sats).toBeGreaterThan(0);
  });

  it('a refund without an address waits for one, and is found at the address that was set last', async () => {
    const { id } = await merchant.refund({ address: null });
    expect(await merchant.shown(id)).toMatchObject({ status: 'requested', address: null });
    await merchant.sync();
    const [first, second] = [await node.address(), await node.address('legacy')];
    const set = (address: string) =>
      setRefundAddress(deps, member, { refundId: id, address }, merchant.now());
    await set(first);
    await set(second);
    expect(await merchant.shown(id)).toMatchObject({ status: 'ready', address: second });
    await node.sendTo(second, 40_000);
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'sent' });
    await expect(set(first)).rejects.toMatchObject({ code: 'refund_not_open' });
  });
});

describe('two refunds to one address', () => {
  it('if two refunds to one address have the same amount, each refund is paid by a different output', async () => {
    const address = await node.address();
    const one = await merchant.refund({ address });
    merchant.passTime(1_000);
    const two = await merchant.refund({ address });
    const txid = await node.sendTo(address, one.sats);
    await merchant.sync();
    expect(await merchant.shown(one.id)).toMatchObject({ status: 'sent', txid });
    expect(await merchant.shown(two.id)).toMatchObject({ status: 'ready', txid: null });
    const second = await node.sendTo(address, one.sats);
    await node.mine(1);
    await merchant.sync();
    expect(await merchant.shown(one.id)).toMatchObject({ status: 'confirmed', txid });
    expect(await merchant.shown(two.id)).toMatchObject({ status: 'confirmed', txid: second });
  });

  it('if one transaction pays two refunds, each refund gets a different output, and both share the fee', async () => {
    const [one, two] = [await merchant.refund(), await merchant.refund({ sats: 30_000 })];
    const txid = await node.sendMany({ [one.address]: one.sats, [two.address]: two.sats });
    await merchant.sync();
    expect(await merchant.shown(one.id)).toMatchObject({ status: 'sent', txid });
    expect(await merchant.shown(two.id)).toMatchObject({ status: 'sent', txid });
    const fee = async () => {
      const { fee_sats: first } = await merchant.shown(one.id);
      return (first ?? Number.NaN) + ((await merchant.shown(two.id)).fee_sats ?? Number.NaN);
    };
    const { fee: paid } = await node.rpc<{ fee: number }>('gettransaction', txid);
    expect(await fee()).toBe(Math.round(-paid * 100_000_000));
    await node.mine(1);
    await merchant.sync();
    expect(await fee()).toBe(Math.round(-paid * 100_000_000));
  });

  it('an output that matched no refund counts for a later refund of the same address and amount', async () => {
    const address = await node.address();
    const wrong = await merchant.refund({ address });
    await node.sendTo(address, 41_000);
    await merchant.sync();
    expect(await merchant.shown(wrong.id)).toMatchObject({ status: 'ready' });
    const right = await merchant.refund({ address, sats: 41_000 });
    await merchant.sync();
    expect(await merchant.shown(right.id)).toMatchObject({ status: 'confirmed' });
  });
});

describe('an output with another amount', () => {
  it('an output with the wrong amount for a refund is only listed until a member accepts it', async () => {
    const { id, address } = await merchant.refund({ sats: 50_000 });
    const txid = await node.sendTo(address, 49_000);
    await merchant.sync();
    const { row, otherOutputs } = await getRefund(deps.db, member, id);
    expect(row.status).toBe('ready');
    expect(otherOutputs).toMatchObject([{ txid, sats: 49_000, height: null }]);
    const vout = otherOutputs[0]?.vout ?? -1;
    await acceptRefundOutput(
      deps,
      member,
      { refundId: id, txid, vout, confirmExcess: false },
      merchant.now(),
    );
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'sent', amount_sats: 49_000, txid });
    expect((await getRefund(deps.db, member, id)).otherOutputs).toEqual([]);
  });
});

describe('a replacement of a refund transaction', () => {
  it('if a fee bump still pays a refund, the refund stays sent, and no second event is sent', async () => {
    const { id, paymentId, address, sats } = await merchant.refund();
    const txid = await node.sendTo(address, sats);
    await merchant.sync();
    const bumped = await node.bumpFee(txid);
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'sent', txid: bumped });
    await node.mine(1);
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'confirmed', txid: bumped });
    expect(await merchant.refundEvents(paymentId)).toEqual([
      'refund.created',
      'refund.sent',
      'refund.confirmed',
    ]);
  });

  it('a replacement that no longer pays a refund returns the refund to ready', async () => {
    const { id, paymentId, address, sats } = await merchant.refund();
    const txid = await node.sendTo(address, sats);
    await merchant.sync();
    await node.replace(txid);
    await merchant.sync();
    merchant.passTime(MEMPOOL_GRACE_MS);
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'ready', txid: null, sent_at: null });
    await node.sendTo(address, sats);
    await merchant.sync();
    expect(await merchant.refundEvents(paymentId)).toEqual([
      'refund.created',
      'refund.sent',
      'refund.sent',
    ]);
  });
});

describe('a reorg', () => {
  it('a reorg reverts a refund’s confirmation, and a second confirmation sends no second event', async () => {
    const { id, paymentId, address, sats } = await merchant.refund();
    const txid = await node.sendTo(address, sats);
    await node.mine(1);
    await merchant.sync();
    await node.reorg(1, 'empty');
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({
      status: 'sent',
      txid,
      confirmations: 0,
      confirmed_at: null,
    });
    await node.mine(1);
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'confirmed', txid });
    expect(await merchant.refundEvents(paymentId)).toEqual(['refund.created', 'refund.confirmed']);
  });

  it('if a reorg confirms a double spend of a refund, the refund is ready until it is paid again', async () => {
    const { id, paymentId, address, sats } = await merchant.refund();
    const txid = await node.sendTo(address, sats);
    const conflict = await node.conflicting(txid);
    await node.mine(1);
    await merchant.sync();
    await node.disconnect(1);
    await node.mineOnly([conflict]);
    await node.mineOnly();
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'ready', txid: null });
    const second = await node.sendTo(address, sats);
    await node.mine(1);
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'confirmed', txid: second });
    expect(await merchant.refundEvents(paymentId)).toEqual([
      'refund.created',
      'refund.confirmed',
      'refund.confirmed',
    ]);
  });
});
