import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBitcoindSource } from '@/lib/chain/bitcoind';
import { type NodeMerchant, openNodeMerchant } from '@/test/support/node-merchant';

let shop: NodeMerchant;
beforeAll(async () => {
  shop = await openNodeMerchant();
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

async function confirmedPayment(requiredConfirmations = 1) {
  const detected = await detectedPayment(requiredConfirmations);
  await shop.node.mine(requiredConfirmations);
  await shop.sync();
  expect(await shop.payment(detected.id)).toMatchObject({ status: 'confirmed' });
  return detected;
}

describe('reorg', () => {
  it('that drops a confirmed payment takes it back to detected; the same transaction then confirms without an event', async () => {
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
    // A node drops transactions it disconnects more than ten blocks deep: they must be sent again.
    if (depth > 10) await shop.node.rpc('sendrawtransaction', hex);
    await shop.node.mine(1);
    await shop.sync();
    expect(await shop.payment(id)).toMatchObject({ status: 'confirmed', confirmations: 1 });
  });

  it('that is unfinished is waited for: disconnected blocks without replacements change nothing', async () => {
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
});
