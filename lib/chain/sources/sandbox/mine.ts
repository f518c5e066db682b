import { Transaction } from 'bitcoinjs-lib';
import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { sandboxBlock, sandboxOutput, sandboxTransaction } from '@/db/schema/sandbox';
import type { BlockRef } from '../../source';
import { nextBlockTime, requireTip } from './best-chain';
import { buildBlock } from './build-block';
import { requireBlockCount } from './rules';
import { runSimulation } from './run-simulation';

/**
 * Mines blocks on the tip. The first one confirms the mempool.
 *
 * @throws SandboxRefusal
 */
export async function simulateMining(
  db: Db,
  { blocks: count }: { readonly blocks: number },
  now: Date,
): Promise<{ readonly blocks: readonly BlockRef[] }> {
  requireBlockCount(count);
  return runSimulation(db, now, async (tx) => ({
    blocks: await mineBlocks(tx, now, count, 'mempool'),
  }));
}

/** Leaves more than enough of the consensus limit of 4,000,000 for the header and the coinbase. */
const MAX_WEIGHT = 3_990_000;
/** More do not fit into a block, because the sandbox's smallest transaction has a weight of 437. */
const MAX_TRANSACTIONS = 9_200;

/**
 * Mines one block on the tip. With "mempool", confirms transactions, oldest first, until the block
 * is full; with "nothing", mines an empty block.
 */
export async function mineBlock(tx: Db, now: Date, take: 'mempool' | 'nothing'): Promise<BlockRef> {
  const chosen = take === 'mempool' ? await chooseTransactions(tx) : [];
  const tip = await requireTip(tx);
  const block = buildBlock(tip, await nextBlockTime(tx, now), {
    transactions: chosen.map(({ transaction }) => transaction),
    feeSats: chosen.reduce((sum, { feeSats }) => sum + feeSats, 0),
  });
  const { height, hash, coinbase } = block;
  await tx
    .insert(sandboxBlock)
    .values({ hash, height, time: block.time, raw: block.raw, active: true });
  const last = chosen.at(-1);
  if (last) await confirm(tx, last.entry, block);
  if (coinbase.sats > 0) {
    await tx.insert(sandboxOutput).values({ ...coinbase, vout: 0, height, coinbase: true });
  }
  return { height, hash };
}

/** Each block confirms what did not fit into the previous one. */
export async function mineBlocks(
  tx: Db,
  now: Date,
  count: number,
  take: 'mempool' | 'nothing',
): Promise<BlockRef[]> {
  const blocks: BlockRef[] = [];
  while (blocks.length < count) blocks.push(await mineBlock(tx, now, take));
  return blocks;
}

async function chooseTransactions(tx: Db) {
  const rows = await tx
    .select({
      entry: sandboxTransaction.entry,
      raw: sandboxTransaction.raw,
      feeSats: sandboxTransaction.feeSats,
    })
    .from(sandboxTransaction)
    .where(eq(sandboxTransaction.state, 'mempool'))
    .orderBy(asc(sandboxTransaction.entry))
    .limit(MAX_TRANSACTIONS);
  const chosen = [];
  let weight = 0;
  for (const { entry, raw, feeSats } of rows) {
    const transaction = Transaction.fromBuffer(raw);
    weight += transaction.weight();
    // Later transactions may spend from this one, so none of them is tried.
    if (weight > MAX_WEIGHT) break;
    chosen.push({ entry, feeSats, transaction });
  }
  return chosen;
}

async function confirm(tx: Db, lastEntry: number, { hash, height }: BlockRef): Promise<void> {
  await tx
    .update(sandboxTransaction)
    .set({ state: 'confirmed', blockHash: hash })
    .where(and(eq(sandboxTransaction.state, 'mempool'), lte(sandboxTransaction.entry, lastEntry)));
  const confirmed = tx
    .select({ txid: sandboxTransaction.txid })
    .from(sandboxTransaction)
    .where(eq(sandboxTransaction.blockHash, hash));
  await tx.update(sandboxOutput).set({ height }).where(inArray(sandboxOutput.txid, confirmed));
}
