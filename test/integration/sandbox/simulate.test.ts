import { Transaction } from 'bitcoinjs-lib';
import { expect, test } from 'vitest';
import { sandboxTransaction } from '@/db/schema/sandbox';
import { addressToScript } from '@/lib/bitcoin/address';
import { scanTransaction } from '@/lib/bitcoin/scan';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { doubleSpend, replaceTransaction } from '@/lib/chain/sources/sandbox/replace-transaction';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { toSats } from '@/lib/domain/sats';
import { createTestDatabase } from '@/test/support/database';
import { NO_WATCHED_SCRIPTS } from '@/test/support/no-watched-scripts';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { until } from '@/test/support/wait';

const ADDRESS = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
const SCRIPT = addressToScript(ADDRESS, 'regtest');
const NOW = new Date('2030-01-01T12:00:00Z');

const database = await openForTestFile(createTestDatabase());

const pay = async (sats = 50_000) =>
  (await payAddress(database.db, { address: ADDRESS, sats: toSats(sats) }, NOW)).txid;
const replace = (txid: string, to: 'same' | 'nowhere') =>
  replaceTransaction(database.db, { txid, to }, NOW);

async function mempool() {
  const view = await createSandboxSource(database.db, () => NOW).mempool(
    async () => [],
    [],
    NO_WATCHED_SCRIPTS,
  );
  const scanned = view?.transactions.map(({ txid, raw }) => [txid, scanTransaction(raw)] as const);
  return new Map(scanned);
}

async function transactionsOf(hash: string) {
  const block = await createSandboxSource(database.db).block(hash, {});
  return new Map(block.transactions.map((each) => [each.txid(), each]));
}

type Scanned = ReturnType<typeof scanTransaction>;
const paidBy = (transaction: Scanned | undefined) =>
  transaction?.outputs
    .filter(({ script }) => Buffer.from(script).toString('hex') === SCRIPT)
    .map(({ sats }) => sats);
const outputSum = (transaction: Scanned | undefined) =>
  transaction?.outputs.reduce((sum, { sats }) => sum + sats, 0) ?? 0;

/** 400,000 non-witness bytes weigh 1,600,000, so two such transactions fit into a block. */
function heavyTransaction(name: string): Transaction {
  const transaction = new Transaction();
  transaction.addInput(Buffer.alloc(32, name), 0);
  transaction.addOutput(Buffer.alloc(400_000, 0x6a), 0n);
  return transaction;
}

async function state() {
  const tip = await createSandboxSource(database.db).tip();
  return { tip, mempool: [...(await mempool()).keys()] };
}

test.each([1, 545, 12_345, 21_000_000_000])(
  'a payment of %i sats pays exactly that amount',
  async (sats) => {
    const txid = await pay(sats);
    expect(paidBy((await mempool()).get(txid))).toEqual([sats]);
  },
);

test('listeners are notified of a simulated payment', async () => {
  let heard = 0;
  const listener = await database.database.listen('chain_moved', () => {
    heard += 1;
  });
  const before = heard;
  await pay();
  await until('the notification arrives', () => heard > before);
  listener.unlisten();
});

test('parallel payments never spend the same output', async () => {
  const txids = await Promise.all(Array.from({ length: 40 }, () => pay()));
  const pool = await mempool();
  const spent = txids.flatMap((txid) => pool.get(txid)?.inputs() ?? []);
  expect(spent.length).toBeGreaterThanOrEqual(40);
  expect(new Set(spent).size).toBe(spent.length);
});

test('parallel simulations all succeed, because they run one after another', async () => {
  const before = await state();
  await Promise.all([
    simulateMining(database.db, { blocks: 2 }, NOW),
    pay(),
    simulateMining(database.db, { blocks: 3 }, NOW),
    reorg(database.db, { blocks: 1 }, NOW),
    pay(),
  ]);
  expect((await state()).tip.height).toBe(before.tip.height + 6);
});

test('a fee bump pays the same amount from the same inputs, and replaces the original', async () => {
  const txid = await pay(77_000);
  const original = (await mempool()).get(txid);
  const bump = await replace(txid, 'same');
  const pool = await mempool();
  expect(pool.has(txid)).toBe(false);
  expect(paidBy(pool.get(bump.txid))).toEqual([77_000]);
  expect(pool.get(bump.txid)?.inputs()).toEqual(original?.inputs());
  expect(outputSum(pool.get(bump.txid))).toBeLessThan(outputSum(original));
});

test('a replacement without a recipient returns the money to its sender', async () => {
  const taken = await replace(await pay(), 'nowhere');
  expect(paidBy((await mempool()).get(taken.txid))).toEqual([]);
});

test('a double spend is mined without entering the mempool, and removes the original', async () => {
  const txid = await pay();
  const inputs = (await mempool()).get(txid)?.inputs();
  const result = await doubleSpend(database.db, { txid }, NOW);
  expect(result.blocks).toHaveLength(1);
  const mined = await transactionsOf(result.blocks[0]?.hash ?? '');
  expect(mined.get(result.txid)?.inputs()).toEqual(inputs);
  expect(mined.has(txid)).toBe(false);
  expect((await mempool()).size).toBe(0);
});

test('transactions that do not fit into a block go into the next block', async () => {
  const heavy = ['a', 'b', 'c'].map((name) => heavyTransaction(name));
  await database.db.insert(sandboxTransaction).values(
    heavy.map((each) => ({
      txid: each.getId(),
      raw: each.toBuffer(),
      feeSats: toSats(0),
      state: 'mempool' as const,
      createdAt: NOW,
    })),
  );
  const { blocks } = await simulateMining(database.db, { blocks: 2 }, NOW);
  const [first, second] = await Promise.all(blocks.map(({ hash }) => transactionsOf(hash)));
  const ids = heavy.map((each) => each.getId());
  expect(ids.map((txid) => first?.has(txid))).toEqual([true, true, false]);
  expect(ids.map((txid) => second?.has(txid))).toEqual([false, false, true]);
});

test('a reorg mines the transactions of the old blocks again in its first new block', async () => {
  const txid = await pay();
  await simulateMining(database.db, { blocks: 3 }, NOW);
  const { disconnected, blocks } = await reorg(database.db, { blocks: 3 }, NOW);
  expect(disconnected).toHaveLength(3);
  expect(blocks).toHaveLength(4);
  expect((await transactionsOf(blocks[0]?.hash ?? '')).has(txid)).toBe(true);
});

test('a reorg that does not mine transactions again returns them to the mempool', async () => {
  const txid = await pay();
  await simulateMining(database.db, { blocks: 2 }, NOW);
  await reorg(database.db, { blocks: 2, remine: false }, NOW);
  expect([...(await mempool()).keys()]).toContain(txid);
  const { blocks } = await simulateMining(database.db, { blocks: 1 }, NOW);
  expect((await transactionsOf(blocks[0]?.hash ?? '')).has(txid)).toBe(true);
});

test('a reorg drops a transaction with its descendants, and their inputs can be spent again', async () => {
  await simulateMining(database.db, { blocks: 1 }, NOW);
  const parent = await pay(1_234);
  const coin = (await mempool()).get(parent)?.inputs();
  await simulateMining(database.db, { blocks: 1 }, NOW);
  const child = await pay(1_234);
  expect((await mempool()).get(child)?.inputs()).toEqual([`${parent}:1`]);
  const { dropped } = await reorg(database.db, { blocks: 1, drop: [parent] }, NOW);
  expect(new Set(dropped)).toEqual(new Set([parent, child]));
  expect((await mempool()).size).toBe(0);

  const again = await pay(1_234);
  expect((await mempool()).get(again)?.inputs()).toEqual(coin);
  expect(again).not.toBe(parent);
});

test('a replacement removes the descendants of the replaced transaction', async () => {
  await simulateMining(database.db, { blocks: 1 }, NOW);
  const parent = await pay(4_321);
  await simulateMining(database.db, { blocks: 1 }, NOW);
  const child = await pay(4_321);
  await reorg(database.db, { blocks: 1, remine: false }, NOW);
  expect((await mempool()).get(child)?.inputs()).toEqual([`${parent}:1`]);
  const { txid } = await replace(parent, 'same');
  const pool = await mempool();
  expect([pool.has(txid), pool.has(parent), pool.has(child)]).toEqual([true, false, false]);
});
