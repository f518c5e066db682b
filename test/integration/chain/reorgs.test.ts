import { describe, expect, it } from 'vitest';
import { SourceError } from '@/lib/chain/source';
import { openNodeMerchant } from '@/test/support/node-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';

const merchant = await openForTestFile(openNodeMerchant());

async function confirmedPayment(requiredConfirmations = 1) {
  const detected = await merchant.detectedPayment(requiredConfirmations);
  await merchant.node.mine(requiredConfirmations);
  await merchant.sync();
  expect(await merchant.payment(detected.id)).toMatchObject({ status: 'confirmed' });
  return detected;
}

describe('a reorg', () => {
  it('a reorg reverses a confirmed payment if the new branch double-spends the payment’s transaction', async () => {
    const { id, txid } = await merchant.detectedPayment(1);
    const conflict = await merchant.node.conflicting(txid);
    await merchant.node.mine(1);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed' });
    await merchant.node.disconnect(1);
    await merchant.node.mineOnly([conflict]);
    await merchant.node.mineOnly();
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({
      status: 'pending',
      received_sats: 0,
      confirmations: 0,
      flags: ['replaced', 'reorged'],
    });
  });

  it('payment.confirmed is sent again if another transaction confirms the payment after a reorg', async () => {
    const { id, txid, address } = await merchant.detectedPayment(1);
    const other = await merchant.node.conflicting(txid, { [address]: 100_000 });
    await merchant.node.mine(1);
    await merchant.sync();
    await merchant.node.disconnect(1);
    await merchant.node.mineOnly();
    await merchant.node.mineOnly();
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected', flags: ['reorged'] });
    await merchant.node.mineOnly([other]);
    await merchant.sync();
    const after = await merchant.payment(id);
    expect(after).toMatchObject({ status: 'confirmed', received_sats: 100_000 });
    expect(after.txid).not.toBe(txid);
    expect(await merchant.typesOf(id)).toEqual([
      'payment.detected',
      'payment.confirmed',
      'payment.reverted',
      'payment.confirmed',
    ]);
  });

  it('after a reorg, payment.detected is sent before payment.confirmed, even if the transaction vanishes for a while', async () => {
    const { id, txid } = await confirmedPayment(2);
    const { hex } = await merchant.node.rpc<{ hex: string }>('gettransaction', txid);
    await merchant.node.reorg(2, 'empty');
    await merchant.node.replace(txid);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending', received_sats: 0 });
    await merchant.node.mineOnly([hex]);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected', txid });
    await merchant.node.mine(1);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed', txid });
    const announced = ['payment.detected', 'payment.confirmed'];
    // A chain read handles the blocks and then the mempool. Both steps revert the payment.
    const undone = ['payment.reverted', 'payment.reverted'];
    expect(await merchant.typesOf(id)).toEqual([...announced, ...undone, ...announced]);
  });

  it.each([1, 6, 12, 40])('a reorg of %i blocks is followed to the new tip', async (depth) => {
    const { id, txid } = await merchant.detectedPayment(1);
    const { hex } = await merchant.node.rpc<{ hex: string }>('gettransaction', txid);
    await merchant.node.mine(depth);
    await merchant.sync();
    await merchant.node.reorg(depth, 'empty');
    expect(await merchant.sync()).toMatchObject({ disconnected: depth, connected: depth + 1 });
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected', flags: ['reorged'] });
    // If a reorg removes more than ten blocks, the node drops their transactions.
    if (depth > 10) await merchant.node.rpc('sendrawtransaction', hex);
    await merchant.node.mine(1);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed', confirmations: 1 });
  });

  it('a reorg to a branch with fewer blocks reverts a payment that loses its sixth confirmation', async () => {
    const { id } = await confirmedPayment(6);
    await merchant.node.disconnect(2);
    await merchant.node.mineOnly();
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({
      status: 'detected',
      confirmations: 5,
      flags: ['reorged'],
    });
    await merchant.node.mine(1);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed', confirmations: 6 });
  });

  it('a reorg changes nothing until the disconnected blocks have replacements', async () => {
    const { id } = await confirmedPayment(1);
    await merchant.node.mine(4);
    await merchant.sync();
    await merchant.node.disconnect(5);
    expect(await merchant.sync()).toMatchObject({ complete: false, connected: 0 });
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed', confirmations: 5 });
    await merchant.node.mine(6);
    expect(await merchant.sync()).toMatchObject({ complete: true, disconnected: 5, connected: 6 });
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed', confirmations: 6 });
  });
});

describe('downtime', () => {
  it('if the node is down until the first chain read, payments created since the server’s start are still found', async () => {
    const other = await openNodeMerchant({ blocks: 110 });
    try {
      await other.node.pause();
      await other.base.db.execute('truncate chain, block');
      const { id, address } = await other.create({ requiredConfirmations: 1 });
      expect(await other.sync()).toMatchObject({ kind: 'failed' });
      await other.node.resume();
      await other.node.sendTo(address, 100_000);
      await other.node.mine(1);
      other.passTime(60_000);
      await other.sync();
      expect(await other.payment(id)).toMatchObject({ status: 'confirmed' });
    } finally {
      await other.close();
    }
  });

  it('catching up over an unstable connection keeps the progress of every read', async () => {
    const [blocksPerRead, reads] = [40, 6];
    const other = await openNodeMerchant();
    try {
      await other.base.db.execute('truncate chain, block');
      const { id, address } = await other.create({ requiredConfirmations: 1 });
      await other.node.sendTo(address, 100_000);
      await other.node.mine(1);
      const node = other.source;
      let left = 0;
      const block: typeof node.block = async (...given) => {
        left -= 1;
        if (left < 0) throw new SourceError('unreachable', 'the node is away for this test');
        return node.block(...given);
      };
      other.source = { ...node, block };
      for (let n = 0; n < reads; n++) {
        left = blocksPerRead;
        await other.sync();
        other.passTime(60_000);
      }
      expect(await other.payment(id)).toMatchObject({ status: 'confirmed', flags: [] });
    } finally {
      await other.close();
    }
  });
});
