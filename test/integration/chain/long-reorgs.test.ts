import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { block, chain, chainReorg } from '@/db/schema/chain';
import { type ChainSource, SourceError } from '@/lib/chain/source';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { openNodeMerchant } from '@/test/support/node-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';

const MAX_BACK_OFF_MS = 60_000;

const merchant = await openForTestFile(openNodeMerchant());
afterEach(() => {
  merchant.source = source();
});

const source = () => createBitcoindSource('regtest', new URL(merchant.node.url));

function failingAbove(height: number): ChainSource {
  const whole = source();
  const hashAt = async (wanted: number) => {
    if (wanted > height) throw new SourceError('unreachable', 'the node is away for this test');
    return whole.hashAt(wanted);
  };
  return { ...whole, hashAt };
}

/** Reads up to a height at which the node fails, and waits out the pause that follows. */
async function syncUpTo(height: number) {
  merchant.source = failingAbove(height);
  const result = await merchant.sync();
  merchant.source = source();
  merchant.passTime(MAX_BACK_OFF_MS);
  return result;
}

async function cursor() {
  const [row] = await merchant.base.db.select().from(chain).where(eq(chain.network, 'regtest'));
  return { height: row?.height, hash: row?.hash };
}

const hashAt = (height: number) => merchant.node.rpc<string>('getblockhash', height);
async function mineEmpty(count: number) {
  for (let n = 0; n < count; n++) await merchant.node.mineOnly();
}

async function pay(requiredConfirmations = 1) {
  const { id, address } = await merchant.create({ requiredConfirmations });
  const txid = await merchant.node.sendTo(address, 100_000);
  await merchant.sync();
  return { id, address, txid };
}

it('a failure during a long reorg keeps the finished steps, and neither loses nor repeats an event', async () => {
  const { node, base } = merchant;
  const before = await pay(6);
  await node.mine(6);
  const [early, later, lost] = [await pay(), await pay(), await pay()];
  const fresh = await merchant.create({ requiredConfirmations: 1 });
  const conflict = await node.conflicting(lost.txid);
  const fork = (await node.tip()).height;
  await node.mine(3);
  await merchant.sync();
  for (const { id } of [before, early, later, lost]) {
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed', flags: [] });
  }

  await node.disconnect(3);
  await node.mineOnly([conflict, early.txid]);
  await mineEmpty(69);
  await node.mineOnly([later.txid]);
  await mineEmpty(29);
  await node.sendTo(fresh.address, 100_000);
  await node.mine(1);
  await mineEmpty(19);

  const tip = await node.tip();
  expect(await syncUpTo(fork + 60)).toMatchObject({ kind: 'failed' });
  expect(await cursor()).toEqual({ height: fork + 60, hash: await hashAt(fork + 60) });
  expect(await merchant.payment(before.id)).toMatchObject({ status: 'confirmed', flags: [] });
  expect(await merchant.payment(early.id)).toMatchObject({
    status: 'confirmed',
    confirmations: 60,
    flags: [],
  });
  const unread = { status: 'detected', confirmations: 0, flags: ['reorged'] };
  expect(await merchant.payment(later.id)).toMatchObject(unread);
  const gone = { status: 'pending', received_sats: 0, flags: ['replaced', 'reorged'] };
  expect(await merchant.payment(lost.id)).toMatchObject(gone);

  expect(await syncUpTo(fork + 80)).toMatchObject({ kind: 'failed' });
  expect(await cursor()).toEqual({ height: fork + 80, hash: await hashAt(fork + 80) });
  expect(await merchant.payment(later.id)).toMatchObject({ status: 'confirmed' });

  expect(await merchant.sync()).toMatchObject({ complete: true, connected: 40, disconnected: 0 });
  expect(await cursor()).toEqual(tip);
  expect(await merchant.payment(lost.id)).toMatchObject(gone);
  expect(await merchant.payment(fresh.id)).toMatchObject({ status: 'confirmed', flags: [] });
  for (const { id, txid } of [before, early, later]) {
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed', txid });
  }
  const announced = ['payment.detected', 'payment.confirmed'];
  for (const { id } of [before, early]) expect(await merchant.typesOf(id)).toEqual(announced);
  expect(await merchant.typesOf(lost.id)).toEqual([...announced, 'payment.reverted']);
  const undone = [...announced, 'payment.reverted', 'payment.confirmed'];
  expect(await merchant.typesOf(later.id)).toEqual(undone);
  expect(await merchant.typesOf(fresh.id)).toEqual(['payment.confirmed']);
  const reorgs = await base.db.select().from(chainReorg).where(eq(chainReorg.forkHeight, fork));
  expect(reorgs).toMatchObject([{ fromHeight: fork + 3, toHeight: tip.height, toHash: tip.hash }]);
  const held = await base.db
    .select()
    .from(block)
    .where(eq(block.height, fork + 1));
  expect(held).toMatchObject([{ hash: await hashAt(fork + 1) }]);
});

it('a reorg is not applied until enough new blocks are readable, so payments below the fork stay confirmed', async () => {
  const { node } = merchant;
  const deep = await pay(6);
  await node.mine(1);
  const fork = (await node.tip()).height;
  const orphaned = await pay(1);
  await node.mine(5);
  await merchant.sync();
  const old = await cursor();
  await node.disconnect(5);
  await mineEmpty(60);

  expect(await syncUpTo(fork + 4)).toMatchObject({ kind: 'failed' });
  expect(await cursor()).toEqual(old);
  expect(await merchant.payment(orphaned.id)).toMatchObject({ status: 'confirmed', flags: [] });

  expect(await syncUpTo(fork + 8)).toMatchObject({ kind: 'failed' });
  expect(await cursor()).toEqual({ height: fork + 8, hash: await hashAt(fork + 8) });
  expect(await merchant.payment(deep.id)).toMatchObject({ status: 'confirmed', flags: [] });
  expect(await merchant.payment(orphaned.id)).toMatchObject({ status: 'detected' });
  expect(await merchant.sync()).toMatchObject({ complete: true, connected: 52 });
});

it('no payment expires until a reorg is fully read, since a later block may contain an output to the payment', async () => {
  const { node } = merchant;
  const { id, address, txid } = await pay(1);
  const conflict = await node.conflicting(txid);
  const fork = (await node.tip()).height;
  await node.mine(1);
  await merchant.sync();
  await node.disconnect(1);
  await node.mineOnly([conflict]);
  await mineEmpty(58);
  const other = await node.sendTo(address, 100_000);
  await node.mine(1);
  merchant.passTime(3_600_000);

  expect(await syncUpTo(fork + 55)).toMatchObject({ kind: 'failed' });
  expect(await merchant.payment(id)).toMatchObject({ status: 'pending', received_sats: 0 });
  expect(await merchant.sync()).toMatchObject({ complete: true });
  expect(await merchant.payment(id)).toMatchObject({
    status: 'confirmed',
    txid: other,
    flags: ['replaced', 'reorged'],
  });
  expect(await merchant.typesOf(id)).toEqual([
    'payment.detected',
    'payment.confirmed',
    'payment.reverted',
    'payment.confirmed',
  ]);
});

it('while the server catches up after downtime, a payment that a later block pays does not expire', async () => {
  const { node } = merchant;
  const { id, address, txid } = await pay(1);
  await node.mineOnly([await node.conflicting(txid)]);
  await mineEmpty(58);
  const other = await node.sendTo(address, 100_000);
  await node.mine(1);
  merchant.passTime(3_600_000);
  expect(await merchant.sync()).toMatchObject({ complete: true, connected: 60 });
  expect(await merchant.payment(id)).toMatchObject({
    status: 'confirmed',
    txid: other,
    flags: ['replaced'],
  });
});
