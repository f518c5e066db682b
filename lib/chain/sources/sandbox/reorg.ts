import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { sandboxBlock, sandboxOutput, sandboxTransaction } from '@/db/schema/sandbox';
import type { BlockRef } from '../../source';
import { onBestChainCondition, requireTip } from './best-chain';
import { dropFromMempool, withDescendants } from './mempool';
import { mineBlocks } from './mine';
import { requireBlockCount, SandboxRefusal } from './rules';
import { runSimulation } from './run-simulation';

export interface ReorgRequest {
  /** The number of blocks to disconnect. One block more is mined in their place. */
  readonly blocks: number;
  /** Transactions in these blocks, or in the mempool, to drop permanently. */
  readonly drop?: readonly string[];
  /** Whether the new blocks confirm what returned to the mempool. True by default. */
  readonly remine?: boolean;
}

export interface ReorgResult {
  /** Highest first. */
  readonly disconnected: readonly BlockRef[];
  readonly blocks: readonly BlockRef[];
  /** Includes the descendants of the given transactions. */
  readonly dropped: readonly string[];
}

/**
 * Replaces the last blocks with a longer chain. Their transactions return to the mempool, except
 * dropped ones, whose inputs become spendable again.
 *
 * @throws SandboxRefusal
 */
export async function reorg(db: Db, input: ReorgRequest, now: Date): Promise<ReorgResult> {
  const { blocks: depth, drop = [], remine = true } = input;
  requireBlockCount(depth);
  return runSimulation(db, now, async (tx) => {
    const fork = (await requireTip(tx)).height - depth;
    const disconnected = await disconnectAbove(tx, fork);
    await requireUnconfirmed(tx, drop);
    const dropped = await withDescendants(tx, drop);
    await dropFromMempool(tx, dropped);
    const blocks = await mineBlocks(tx, now, depth + 1, remine ? 'mempool' : 'nothing');
    return { disconnected, blocks, dropped };
  });
}

async function disconnectAbove(tx: Db, fork: number): Promise<BlockRef[]> {
  const above = and(onBestChainCondition, gt(sandboxBlock.height, fork));
  const blocks = await tx
    .select({ height: sandboxBlock.height, hash: sandboxBlock.hash })
    .from(sandboxBlock)
    .where(above)
    .orderBy(desc(sandboxBlock.height));
  await tx.update(sandboxBlock).set({ active: false }).where(above);
  const hashes = blocks.map(({ hash }) => hash);
  await tx
    .update(sandboxTransaction)
    .set({ state: 'mempool', blockHash: null })
    .where(inArray(sandboxTransaction.blockHash, hashes));
  // No transaction spends these coinbases, because they are far younger than COINBASE_SPEND_DEPTH.
  await tx
    .delete(sandboxOutput)
    .where(and(eq(sandboxOutput.coinbase, true), gt(sandboxOutput.height, fork)));
  await tx.update(sandboxOutput).set({ height: null }).where(gt(sandboxOutput.height, fork));
  return blocks;
}

async function requireUnconfirmed(tx: Db, txids: readonly string[]): Promise<void> {
  if (txids.length === 0) return;
  const rows = await tx
    .select({ txid: sandboxTransaction.txid, state: sandboxTransaction.state })
    .from(sandboxTransaction)
    .where(inArray(sandboxTransaction.txid, [...txids]));
  const states = new Map(rows.map(({ txid, state }) => [txid, state]));
  for (const txid of txids) {
    const state = states.get(txid);
    if (state === 'confirmed') {
      throw new SandboxRefusal(
        `${txid} is in a block below this reorg; replace more blocks to drop it`,
      );
    }
    if (state !== 'mempool') {
      throw new SandboxRefusal(
        `there is no transaction ${txid} on the chain or in the mempool of the sandbox`,
      );
    }
  }
}
