import { scanBlock } from '@/lib/bitcoin/scan';
import { MOST_CONFIRMATIONS } from '@/lib/domain/confirmations';
import { span } from '@/lib/tracing/span';
import { heldHash, lockCursor, moveCursor, recordReorg, type Turn } from './cursor';
import { EarlierMoney } from './earlier-money';
import { findFork } from './find-fork';
import type { Follower } from './ledger';
import { type Findings, scanTransactions } from './scan';
import { type BlockRef, SourceError } from './source';
import {
  confirmKnown,
  disconnectAbove,
  recordReplacements,
  recordTransactions,
  replaceable,
} from './transactions';

/** Blocks per transaction while catching up: few, to commit often; many, to be quick. */
const BLOCKS_PER_COMMIT = 50;

interface ReadBlock extends BlockRef {
  readonly time: Date;
  readonly findings: Findings;
}

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
  const fork = await findFork(follower, cursor, tip);
  const reorg = fork.height < cursor.height;
  const target = Math.min(tip.height, fork.height + BLOCKS_PER_COMMIT);
  const least = reorg ? leastOfSwitch(fork, cursor) : fork.height + 1;
  const blocks = await readBlocks(follower, fork, target, Math.min(least, target));
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

/**
 * The blocks after `fork` up to `target`. When the source fails halfway, the blocks before count,
 * so that catching up makes progress, once they reach the height `least`.
 */
async function readBlocks(
  follower: Follower,
  fork: BlockRef,
  target: number,
  least: number,
): Promise<ReadBlock[] | undefined> {
  const spenders = await replaceable(follower.database.db, follower.network, fork.height);
  const blocks: ReadBlock[] = [];
  const earlier = new EarlierMoney(follower, fork);
  let previous = fork.hash;
  try {
    for (let height = fork.height + 1; height <= target; height++) {
      const facts = { 'chain.network': follower.network, 'chain.height': height };
      const block = await span('chain block', facts, async (note) => {
        const read = await readBlock(follower, height, previous, spenders, earlier);
        note({ 'chain.transactions': read?.findings.transactions.length });
        return read;
      });
      if (!block) return undefined;
      blocks.push(block);
      previous = block.hash;
    }
  } catch (error) {
    const reached = fork.height + blocks.length;
    if (reached < least || !(error instanceof SourceError)) throw error;
  }
  return blocks;
}

async function readBlock(
  follower: Follower,
  height: number,
  previous: string,
  spenders: Map<string, string>,
  earlier: EarlierMoney,
): Promise<ReadBlock | undefined> {
  const { source } = follower;
  const hash = await source.hashAt(height);
  if (hash === undefined) return undefined;
  const block = scanBlock(await source.block(hash));
  if (block.hash !== hash) {
    throw new SourceError('bad_answer', `the source sent another block than ${hash}`);
  }
  if (block.prevHash !== previous) return undefined;
  const { transactions } = block;
  const findings = await scanTransactions(follower, transactions, height, spenders, earlier);
  return { height, hash, time: block.time, findings };
}
