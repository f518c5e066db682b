import { MOST_CONFIRMATIONS } from '@/lib/domain/confirmations';
import { heldHash, lockCursor, moveCursor, recordReorg, type Turn } from './cursor';
import { findFork } from './find-fork';
import type { Follower } from './ledger';
import { fetchBlock, readBlocks } from './read-blocks';
import type { Findings } from './scan';
import type { BlockRef } from './source';
import {
  confirmKnown,
  disconnectAbove,
  recordReplacements,
  recordTransactions,
} from './transactions';

/** Blocks per transaction while catching up: few, to commit often; many, to be quick. */
const BLOCKS_PER_COMMIT = 50;

export interface Progress {
  readonly cursor: BlockRef;
  readonly connected: number;
  readonly disconnected: number;
}

/**
 * Moves the cursor towards the tip by up to 50 blocks in one transaction, which in a reorg also
 * disconnects the old branch. Resolves with undefined, without a write, when the chain changed
 * during the read.
 *
 * @throws SourceError `history_lost` when the chain forked below the stored blocks
 */
export async function connectBlocks(
  follower: Follower,
  turn: Turn,
  cursor: BlockRef,
  tip: BlockRef,
): Promise<Progress | undefined> {
  const { network, ledger } = follower;
  const { db } = follower.database;
  const { fork, next } = await findNext(follower, cursor, tip);
  const reorg = fork.height < cursor.height;
  const target = Math.min(tip.height, fork.height + BLOCKS_PER_COMMIT);
  const least = reorg ? leastOfSwitch(fork, cursor) : fork.height + 1;
  const blocks = await readBlocks(follower, fork, next, target, Math.min(least, target));
  const [first, last] = [blocks?.[0], blocks?.at(-1)];
  if (!blocks || !first || !last) return undefined;
  // A followed block above the fork: the chain changed while the fork was searched for.
  if (reorg && first.hash === (await heldHash(db, network, first.height))) return undefined;

  await db.transaction(async (tx) => {
    await lockCursor(tx, turn, cursor);
    const now = follower.clock();
    const touched = reorg ? await disconnectAbove(tx, network, fork.height) : [];
    const to = last.height < tip.height ? tip : last;
    if (reorg) await recordReorg(tx, network, { from: cursor, fork, to }, now);
    for (const { height, findings } of blocks) {
      await recordTransactions(tx, network, findings.transactions, height, now);
      await ledger.record(tx, network, findings.outputs);
      await recordReplacements(tx, network, findings.replacements, now);
      await confirmKnown(tx, network, findings.tooOld, height);
      touched.push(...touchedBy(findings));
    }
    await moveCursor(tx, network, fork.height, blocks);
    await ledger.settle(tx, network, touched, last.height, now);
  });
  return {
    cursor: { height: last.height, hash: last.hash },
    connected: blocks.length,
    disconnected: cursor.height - fork.height,
  };
}

/**
 * Where the source's chain goes on from the stored one, and the first block to read. A next block
 * that links to the cursor says that there is no reorg; only without one the fork is searched for.
 */
async function findNext(follower: Follower, cursor: BlockRef, tip: BlockRef) {
  const height = cursor.height + 1;
  const after = height <= tip.height ? fetchBlock(follower, height) : undefined;
  const begun = await after?.catch(() => undefined);
  if (after && begun?.block.prevHash === cursor.hash) return { fork: cursor, next: after };
  const fork = await findFork(follower, cursor, tip);
  if (after && fork.height === cursor.height) return { fork, next: after };
  return { fork, next: fetchBlock(follower, fork.height + 1) };
}

/** Our transactions that appear in the findings. */
export function touchedBy(findings: Findings): string[] {
  return [
    ...findings.transactions.map(({ txid }) => txid),
    ...findings.replacements.map(({ txid }) => txid),
    ...findings.tooOld,
  ];
}

/**
 * The height that a switch to another branch must reach at once: with fewer blocks, payments below
 * the fork would lose the depth that they keep.
 */
function leastOfSwitch(fork: BlockRef, cursor: BlockRef): number {
  return Math.min(cursor.height, fork.height + MOST_CONFIRMATIONS - 1);
}
