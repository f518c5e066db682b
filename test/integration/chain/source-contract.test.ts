import { randomBytes } from 'node:crypto';
import { address as addresses } from 'bitcoinjs-lib';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '@/db/schema/chain';
import { MEMPOOL_GRACE_MS } from '@/lib/chain/follow/read-mempool';
import { CHAIN_RIGS, type ChainRig } from '@/test/support/chain-rigs';

describe.each(CHAIN_RIGS)('a merchant on %s', (name, open) => {
  let rig: ChainRig;
  beforeAll(async () => {
    rig = await open();
  });
  afterAll(() => rig?.close());

  async function detectedPayment(requiredConfirmations = 1) {
    const { id, address } = await rig.create({ requiredConfirmations });
    const txid = await rig.chain.pay(address, 100_000);
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({ status: 'detected', txid, confirmations: 0 });
    return { id, address, txid };
  }

  it('the source returns linked blocks up to the tip, and no block hash above the tip', async () => {
    const tip = await rig.source.tip();
    let hash = tip.hash;
    for (let height = tip.height; height > tip.height - 30; height--) {
      expect(await rig.source.hashAt(height)).toBe(hash);
      const block = await rig.source.block(hash, {});
      expect(block.hash).toBe(hash);
      hash = block.prevHash;
    }
    expect(await rig.source.hashAt(tip.height + 1)).toBeUndefined();
  });

  it('a payment is detected in the mempool, confirmed in blocks, and announced once per change', async () => {
    const { id, txid } = await detectedPayment(2);
    await rig.chain.mine(1);
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({ status: 'detected', confirmations: 1 });
    await rig.chain.mine(1);
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({
      status: 'confirmed',
      confirmations: 2,
      received_sats: 100_000,
      flags: [],
      txid,
    });
    expect(await rig.typesOf(id)).toEqual(['payment.detected', 'payment.confirmed']);
  });

  it('the source reports spent outputs, even in the mempool, and estimates a fee', async () => {
    const { txid } = await detectedPayment();
    const { spending } = rig.source;
    const [row] = await rig.base.db.select().from(transaction).where(eq(transaction.txid, txid));
    const spends = row?.spends ?? [];
    expect(spends).not.toEqual([]);
    const spent = await spending.spent([`${txid}:0`, ...spends]);
    expect([...spent]).toEqual(name === 'sandbox' ? [] : spends);
    expect((await spending.feeRate()) ?? 1).toBeGreaterThan(0);
  });

  it('two partial payments seen at different times are added up', async () => {
    const { id, address } = await rig.create({ requiredConfirmations: 1 });
    await rig.chain.pay(address, 40_000);
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({ status: 'pending', flags: ['underpaid'] });
    await rig.chain.pay(address, 60_000);
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({ status: 'detected', received_sats: 100_000 });
  });

  it('a payment that first appears in a block is detected', async () => {
    const { id, address } = await rig.create({ requiredConfirmations: 1 });
    await rig.chain.pay(address, 100_000);
    await rig.chain.mine(1);
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({ status: 'confirmed', confirmations: 1 });
    expect(await rig.typesOf(id)).toEqual(['payment.confirmed']);
  });

  it('a fee bump keeps the payment detected, and does not repeat its event', async () => {
    const { id, txid } = await detectedPayment();
    const bumped = await rig.chain.bump(txid);
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({
      status: 'detected',
      txid: bumped,
      received_sats: 100_000,
      flags: [],
    });
    expect(await rig.typesOf(id)).toEqual(['payment.detected']);
  });

  it('a payment is reverted when a replacement pays another address', async () => {
    const { id, txid } = await detectedPayment();
    await rig.chain.replaceAway(txid);
    await rig.settle();
    rig.passTime(MEMPOOL_GRACE_MS);
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({
      status: 'pending',
      received_sats: 0,
      flags: ['replaced'],
      txid: null,
    });
  });

  it('after a restart, a payment is reverted even though the new process never saw the replaced transaction', async () => {
    const { id, txid } = await detectedPayment();
    await rig.chain.replaceAway(txid);
    rig.restart();
    await rig.settle();
    rig.passTime(MEMPOOL_GRACE_MS);
    await rig.settle();
    rig.restart();
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({ status: 'pending', flags: ['replaced'] });
  });

  it('a payment is reverted at most a minute after a block double-spends it', async () => {
    const { id, txid } = await detectedPayment();
    await rig.chain.doubleSpend(txid);
    await rig.settle();
    rig.passTime(MEMPOOL_GRACE_MS);
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({ status: 'pending', flags: ['replaced'] });
  });

  it('when a reorg drops the block of a confirmed payment, the payment is reverted and can be confirmed again', async () => {
    const { id, txid } = await detectedPayment(2);
    await rig.chain.mine(2);
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({ status: 'confirmed' });
    await rig.chain.reorg(2, 'empty');
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({
      status: 'detected',
      confirmations: 0,
      flags: ['reorged'],
    });
    await rig.chain.mine(2);
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({ status: 'confirmed', confirmations: 2, txid });
    expect(await rig.typesOf(id)).toEqual([
      'payment.detected',
      'payment.confirmed',
      'payment.reverted',
      'payment.confirmed',
    ]);
  });

  it('a payment stays confirmed through a reorg that mines its transaction again', async () => {
    const { id, txid } = await detectedPayment(2);
    await rig.chain.mine(2);
    await rig.settle();
    await rig.chain.reorg(2, 'mempool');
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({ status: 'confirmed', txid, flags: [] });
    expect(await rig.typesOf(id)).toEqual(['payment.detected', 'payment.confirmed']);
  });

  it('a payment is reverted when a double spend follows a reorg', async () => {
    const { id, txid } = await detectedPayment(1);
    await rig.chain.mine(1);
    await rig.settle();
    await rig.chain.reorg(1, 'empty');
    await rig.chain.doubleSpend(txid);
    await rig.settle();
    rig.passTime(MEMPOOL_GRACE_MS);
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({
      status: 'pending',
      received_sats: 0,
      flags: ['replaced', 'reorged'],
    });
  });

  const newAddress = () => addresses.toBech32(randomBytes(20), 0, 'bcrt');

  it('a payment is detected if its output was already in the mempool before the payment was created', async () => {
    const destinationAddress = newAddress();
    const txid = await rig.chain.pay(destinationAddress, 100_000);
    await rig.settle();
    const { id } = await rig.create({ destinationAddress, expiresInSeconds: 300 });
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({ status: 'detected', txid, flags: [] });
    expect(await rig.typesOf(id)).toEqual(['payment.detected']);
    await rig.chain.mine(3);
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({ status: 'confirmed' });
  });

  it('an output first seen after the payment’s creation counts even if a reorg mines the output at a lower height', async () => {
    const destinationAddress = newAddress();
    await rig.chain.mine(2);
    await rig.settle();
    const { id } = await rig.create({ destinationAddress, requiredConfirmations: 1 });
    const txid = await rig.chain.pay(destinationAddress, 100_000);
    await rig.chain.reorg(2, 'mempool');
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({ status: 'confirmed', txid, confirmations: 3 });
  });

  it('outputs that were mined before their payment was created never count, even after a reorg', async () => {
    const destinationAddress = newAddress();
    await rig.chain.pay(destinationAddress, 100_000);
    await rig.chain.mine(1);
    await rig.settle();
    const { id } = await rig.create({ destinationAddress });
    await rig.chain.reorg(1, 'mempool');
    await rig.settle();
    await rig.chain.reorg(2, 'empty');
    await rig.settle();
    await rig.chain.mine(1);
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({ status: 'pending', received_sats: 0, flags: [] });
  });

  it('after downtime, payments that were paid in time, paid late or not paid get the right status', async () => {
    const unpaid = await rig.create({ expiresInSeconds: 300 });
    const late = await rig.create({ expiresInSeconds: 300, requiredConfirmations: 1 });
    rig.passTime(301_000);
    await rig.settle();
    expect(await rig.payment(unpaid.id)).toMatchObject({ status: 'expired' });
    const inTime = await rig.create({ expiresInSeconds: 300 });
    await rig.chain.pay(inTime.address, 100_000);
    await rig.chain.pay(late.address, 100_000);
    await rig.chain.mine(60);
    rig.passTime(86_400_000);
    rig.restart();
    await rig.settle();
    expect(await rig.payment(inTime.id)).toMatchObject({ status: 'confirmed', flags: [] });
    expect(await rig.payment(late.id)).toMatchObject({ status: 'confirmed', flags: ['late'] });
    expect(await rig.typesOf(inTime.id)).toEqual(['payment.confirmed']);
  });

  it('a transaction that is unconfirmed at the expiry of its payment counts as paid in time', async () => {
    const { id, address } = await rig.create({ expiresInSeconds: 300 });
    rig.passTime(299_000);
    await rig.chain.pay(address, 100_000);
    rig.passTime(2_000);
    await rig.settle();
    expect(await rig.payment(id)).toMatchObject({ status: 'detected', flags: [] });
  });
});
