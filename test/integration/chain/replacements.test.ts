import { describe, expect, it } from 'vitest';
import { MEMPOOL_GRACE_MS } from '@/lib/chain/follow/read-mempool';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { openNodeMerchant } from '@/test/support/node-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';

const merchant = await openForTestFile(openNodeMerchant());
merchant.stopClock();

describe('replacement', () => {
  it('if a detected payment is replaced and then paid again, a second payment.detected is sent', async () => {
    const { id, address, txid } = await merchant.detectedPayment();
    await merchant.node.replace(txid);
    await merchant.sync();
    await merchant.node.sendTo(address, 100_000);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected', flags: ['replaced'] });
    expect(await merchant.typesOf(id)).toEqual([
      'payment.detected',
      'payment.reverted',
      'payment.detected',
    ]);
  });

  it('a replacement after the expiry leaves the payment expired', async () => {
    const { id, address } = await merchant.create({ expiresInSeconds: 300 });
    const txid = await merchant.node.sendTo(address, 100_000);
    await merchant.sync();
    merchant.passTime(301_000);
    await merchant.node.replace(txid);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'expired', flags: ['replaced'] });
  });

  it('a block with an unseen conflicting transaction reverses the payment', async () => {
    const { id, txid } = await merchant.detectedPayment();
    await merchant.node.mineOnly([await merchant.node.conflicting(txid)]);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending', flags: ['replaced'] });
  });

  it('a transaction missing from the mempool counts for another minute, and again once it returns', async () => {
    const { id, txid } = await merchant.detectedPayment();
    const raw = await merchant.node.rpc<{ hex: string }>('gettransaction', txid);
    await merchant.node.forgetMempool();
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected' });
    merchant.passTime(MEMPOOL_GRACE_MS - 1_000);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected' });
    merchant.passTime(2_000);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending', flags: ['replaced'] });

    await merchant.node.rpc('sendrawtransaction', raw.hex);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected', txid });
    await merchant.node.mine(1);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed' });
    await merchant.node.rememberMempool();
  });

  it('a process records that a transaction returned, even if another process recorded its disappearance', async () => {
    const { id, txid } = await merchant.detectedPayment();
    const raw = await merchant.node.rpc<{ hex: string }>('gettransaction', txid);
    const first = merchant.source;
    merchant.source = createBitcoindSource('regtest', new URL(merchant.node.url));
    await merchant.node.forgetMempool();
    await merchant.sync();
    merchant.passTime(MEMPOOL_GRACE_MS);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending' });
    await merchant.node.rpc('sendrawtransaction', raw.hex);
    merchant.source = first;
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected' });
    await merchant.node.rememberMempool();
  });
});

/** Reads the mempool of another server behind the same host name. */
async function syncWithMempoolOf(txids: readonly string[]) {
  const honest = merchant.source;
  merchant.source = {
    ...honest,
    mempool: async () => ({
      transactions: [],
      has: async (txid) => txids.includes(txid),
      done: () => {},
    }),
  };
  await merchant.sync();
  merchant.source = honest;
}

describe('a transaction that another server still lists', () => {
  async function bumped() {
    const { id, address } = await merchant.create({ requiredConfirmations: 1 });
    const first = await merchant.node.sendTo(address, 50_000);
    await merchant.sync();
    const second = await merchant.node.bumpFee(first);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ received_sats: 50_000, txid: second });
    return { id, first, second };
  }

  it('a replaced transaction that a lagging server still lists never counts together with its replacement', async () => {
    const { id, first } = await bumped();
    await syncWithMempoolOf([first]);
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending', received_sats: 50_000 });
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending', received_sats: 50_000 });
    merchant.passTime(MEMPOOL_GRACE_MS);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending', received_sats: 50_000 });
    expect((await merchant.events(id)).map(({ type }) => type)).not.toContain('payment.detected');
  });

  it.each([1, 6])(
    'a replaced transaction that a lagging server still lists never counts once its replacement has %i confirmations',
    async (depth) => {
      const { id, first, second } = await bumped();
      await merchant.node.mine(depth);
      await merchant.sync();
      await syncWithMempoolOf([first]);
      expect(await merchant.payment(id)).toMatchObject({
        status: 'pending',
        received_sats: 50_000,
        txid: second,
      });
      expect((await merchant.events(id)).map(({ type }) => type)).not.toContain('payment.detected');
    },
  );
});
