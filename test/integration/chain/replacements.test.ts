import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBitcoindSource } from '@/lib/chain/bitcoind';
import { GRACE_MS } from '@/lib/chain/look';
import { type NodeMerchant, openNodeMerchant } from '@/test/support/node-merchant';

let shop: NodeMerchant;
beforeAll(async () => {
  shop = await openNodeMerchant();
  shop.stopClock();
});
afterAll(() => shop.close());

const typesOf = async (id: string) => (await shop.events(id)).map(({ type }) => type);

async function detectedPayment(requiredConfirmations = 1) {
  const { id, address } = await shop.create({ requiredConfirmations });
  const txid = await shop.node.sendTo(address, 100_000);
  await shop.sync();
  expect(await shop.payment(id)).toMatchObject({ status: 'detected', txid });
  return { id, address, txid };
}

/** The node drops all unconfirmed transactions, like one that evicted them. */
async function emptyTheMempool() {
  await shop.node.pause();
  await shop.node.resume({ forgetMempool: true });
}

async function restartNode() {
  await shop.node.pause();
  await shop.node.resume();
}

describe('replacement', () => {
  it('a fee bump that still pays keeps the payment detected, counts once and sends nothing new', async () => {
    const { id, txid } = await detectedPayment();
    const bumped = await shop.node.bumpFee(txid);
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({
      status: 'detected',
      txid: bumped,
      received_sats: 100_000,
      flags: [],
    });
    expect(await typesOf(id)).toEqual(['payment.detected']);
  });

  it('a replacement that pays somebody else takes the payment back to pending after the grace period', async () => {
    const { id, txid } = await detectedPayment();
    await shop.node.replace(txid);
    await shop.sync();
    shop.passTime(GRACE_MS);
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({
      status: 'pending',
      flags: ['replaced'],
      received_sats: 0,
      txid: null,
    });
  });

  it('a replaced payment that is paid again is detected again, with its own event', async () => {
    const { id, address, txid } = await detectedPayment();
    await shop.node.replace(txid);
    await shop.sync();
    await shop.node.sendTo(address, 100_000);
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({ status: 'detected', flags: ['replaced'] });
    expect(await typesOf(id)).toEqual(['payment.detected', 'payment.detected']);
  });

  it('a replacement after the expiry leaves the payment expired', async () => {
    const { id, address } = await shop.create({ expiresInSeconds: 300 });
    const txid = await shop.node.sendTo(address, 100_000);
    await shop.sync();
    shop.passTime(301_000);
    await shop.node.replace(txid);
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({ status: 'expired', flags: ['replaced'] });
  });

  it('a block with a conflicting transaction never seen before takes the money away', async () => {
    const { id, txid } = await detectedPayment();
    await shop.node.mineOnly([await shop.node.conflicting(txid)]);
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({ status: 'pending', flags: ['replaced'] });
  });

  it('a transaction that left the mempool counts for a minute, then no more, and again when it returns', async () => {
    const { id, txid } = await detectedPayment();
    const raw = await shop.node.rpc<{ hex: string }>('gettransaction', txid);
    await emptyTheMempool();
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({ status: 'detected' });
    shop.passTime(GRACE_MS - 1_000);
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({ status: 'detected' });
    shop.passTime(2_000);
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({ status: 'pending', flags: ['replaced'] });

    await shop.node.rpc('sendrawtransaction', raw.hex);
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({ status: 'detected', txid });
    await shop.node.mine(1);
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({ status: 'confirmed' });
    await restartNode();
  });

  it('a transaction last seen by another process is noticed when it returns', async () => {
    const { id, txid } = await detectedPayment();
    const raw = await shop.node.rpc<{ hex: string }>('gettransaction', txid);
    const first = shop.source;
    shop.source = createBitcoindSource('regtest', new URL(shop.node.url));
    await emptyTheMempool();
    await shop.sync();
    shop.passTime(GRACE_MS);
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({ status: 'pending' });
    await shop.node.rpc('sendrawtransaction', raw.hex);
    shop.source = first;
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({ status: 'detected' });
    await restartNode();
  });
});
