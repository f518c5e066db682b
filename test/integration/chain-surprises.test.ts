import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBitcoindSource } from '@/lib/chain/bitcoind';
import { GRACE_MS } from '@/lib/chain/look';
import { openShop, type Shop } from '@/test/support/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
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

/** The node forgets all unconfirmed transactions, as one that evicted them would. */
async function emptyTheMempool() {
  await shop.node.pause();
  await shop.node.resume({ forgetMempool: true });
}

async function restartNode() {
  await shop.node.pause();
  await shop.node.resume();
}

async function confirmedPayment(requiredConfirmations = 1) {
  const detected = await detectedPayment(requiredConfirmations);
  await shop.node.mine(requiredConfirmations);
  await shop.sync();
  expect(await shop.payment(detected.id)).toMatchObject({ status: 'confirmed' });
  return detected;
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

  it('a replacement that pays somebody else takes the payment back to pending after the grace', async () => {
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

  it('a replaced payment that is paid again is detected again, with an event of its own', async () => {
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

  it('a block that confirms a conflicting transaction nobody saw before takes the money away', async () => {
    const { id, txid } = await detectedPayment();
    await shop.node.mineOnly([await shop.node.conflicting(txid)]);
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({ status: 'pending', flags: ['replaced'] });
  });

  it('a transaction that left the mempool counts for a minute, then no more, and again when it is back', async () => {
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

  it('a transaction another process had seen before it vanished is noticed when it comes back', async () => {
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

describe('reorg', () => {
  it('that drops a confirmed payment takes it back to detected; the same transaction confirms again in silence', async () => {
    const { id, txid } = await confirmedPayment(2);
    await shop.node.reorg(2, 'empty');
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({
      status: 'detected',
      confirmations: 0,
      flags: ['reorged'],
      received_sats: 100_000,
    });
    await shop.node.mine(2);
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({ status: 'confirmed', txid, confirmations: 2 });
    expect(await typesOf(id)).toEqual(['payment.detected', 'payment.confirmed']);
  });

  it('that mines the payment again deep enough in one step changes nothing', async () => {
    const { id, txid } = await confirmedPayment(2);
    await shop.node.reorg(2, 'mempool');
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({ status: 'confirmed', txid, flags: [] });
    expect(await typesOf(id)).toEqual(['payment.detected', 'payment.confirmed']);
  });

  it('that double-spends a confirmed payment takes its money away', async () => {
    const { id, txid } = await detectedPayment(1);
    const conflict = await shop.node.conflicting(txid);
    await shop.node.mine(1);
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({ status: 'confirmed' });
    await shop.node.disconnect(1);
    await shop.node.mineOnly([conflict]);
    await shop.node.mineOnly();
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({
      status: 'pending',
      received_sats: 0,
      confirmations: 0,
      flags: ['replaced', 'reorged'],
    });
  });

  it('that confirms the payment in another transaction announces it again', async () => {
    const { id, txid, address } = await detectedPayment(1);
    const other = await shop.node.conflicting(txid, { [address]: 100_000 });
    await shop.node.mine(1);
    await shop.sync();
    await shop.node.disconnect(1);
    await shop.node.mineOnly();
    await shop.node.mineOnly();
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({ status: 'detected', flags: ['reorged'] });
    await shop.node.mineOnly([other]);
    await shop.sync();
    const after = await shop.payment(id);
    expect(after).toMatchObject({ status: 'confirmed', received_sats: 100_000 });
    expect(after.txid).not.toBe(txid);
    expect(await typesOf(id)).toEqual([
      'payment.detected',
      'payment.confirmed',
      'payment.confirmed',
    ]);
  });

  it.each([1, 6, 12, 40])('of %i blocks is followed to the new tip', async (depth) => {
    const { id, txid } = await detectedPayment(1);
    const { hex } = await shop.node.rpc<{ hex: string }>('gettransaction', txid);
    await shop.node.mine(depth);
    await shop.sync();
    await shop.node.reorg(depth, 'empty');
    expect(await shop.sync()).toMatchObject({ disconnected: depth, connected: depth + 1 });
    expect(await shop.payment(id)).toMatchObject({ status: 'detected', flags: ['reorged'] });
    // A node drops what it disconnects deeper than ten blocks: somebody has to send it again.
    if (depth > 10) await shop.node.rpc('sendrawtransaction', hex);
    await shop.node.mine(1);
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({ status: 'confirmed', confirmations: 1 });
  });

  it('that is not finished is waited for: blocks taken off with none in their place change nothing', async () => {
    const { id } = await confirmedPayment(1);
    await shop.node.mine(4);
    await shop.sync();
    await shop.node.disconnect(5);
    expect(await shop.sync()).toMatchObject({ complete: false, connected: 0 });
    expect(await shop.payment(id)).toMatchObject({ status: 'confirmed', confirmations: 5 });
    await shop.node.mine(6);
    expect(await shop.sync()).toMatchObject({ complete: true, disconnected: 5, connected: 6 });
    expect(await shop.payment(id)).toMatchObject({ status: 'confirmed', confirmations: 6 });
  });
});

describe('downtime', () => {
  it('of 300 blocks loses nothing: paid in time, paid late, and swept meanwhile', async () => {
    const inTime = await shop.create({ expiresInSeconds: 300 });
    const late = await shop.create({ expiresInSeconds: 300, requiredConfirmations: 1 });
    const unpaid = await shop.create({ expiresInSeconds: 300 });
    shop.passTime(301_000);
    await shop.sync();
    const fresh = await shop.create({ expiresInSeconds: 300 });
    await shop.node.sendTo(fresh.address, 100_000);
    await shop.node.sendTo(late.address, 100_000);
    await shop.node.mine(300);
    shop.passTime(86_400_000);
    shop.source = createBitcoindSource('regtest', new URL(shop.node.url));
    expect(await shop.sync()).toMatchObject({ connected: 300, complete: true });
    expect(await shop.payment(fresh.id)).toMatchObject({ status: 'confirmed', flags: [] });
    expect(await shop.payment(late.id)).toMatchObject({ status: 'confirmed', flags: ['late'] });
    expect(await shop.payment(inTime.id)).toMatchObject({ status: 'expired' });
    expect(await shop.payment(unpaid.id)).toMatchObject({ status: 'expired' });
    expect(await typesOf(fresh.id)).toEqual(['payment.confirmed']);
  });

  it('before the first read loses nothing: payments created meanwhile are found', async () => {
    const other = await openShop({ blocks: 110 });
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
});
