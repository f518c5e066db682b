import { runInSpan } from '@/lib/server/tracing/span';
import { type Block, type BlockRef, SourceError } from '../source';
import { createWatchedScriptReader } from './create-watched-script-reader';
import type { Follower } from './ledger';
import { PriorDeposits } from './prior-deposits';
import { type ScanFindings, scanTransactions } from './scan';

export interface BlockWithFindings extends BlockRef {
  readonly time: Date;
  readonly findings: ScanFindings;
}

export interface FetchedBlock extends BlockRef {
  readonly block: Block;
}

export type PendingBlock = Promise<FetchedBlock | undefined>;

/** Begins to fetch the block after the cursor, unless the cursor is at the tip. */
export function fetchNextBlock(
  follower: Follower,
  cursor: BlockRef,
  tip: BlockRef,
): PendingBlock | undefined {
  return cursor.height < tip.height ? fetchBlock(follower, cursor.height + 1, tip) : undefined;
}

/**
 * Begins to fetch a block in the background. A rejection that the caller never awaits does not
 * crash the process.
 *
 * @param tip the source's best block, whose hash is already known
 */
export function fetchBlock(follower: Follower, height: number, tip: BlockRef): PendingBlock {
  const { source } = follower;
  const scripts = createWatchedScriptReader(follower, tip);
  const fetch = async () => {
    const hash = height === tip.height ? tip.hash : await source.hashAt(height);
    if (hash === undefined) return undefined;
    const block = await source.block(hash, { scripts });
    if (block.hash === hash) return { height, hash, block };
    throw new SourceError('bad_answer', `the source sent another block than ${hash}`);
  };
  const fetched = fetch();
  fetched.catch(() => {});
  return fetched;
}

export interface ReadBounds {
  readonly fork: BlockRef;
  readonly target: number;
  /** A partial result must reach this height. */
  readonly minHeight: number;
  readonly tip: BlockRef;
}

/**
 * Returns the blocks after `fork` up to `target`. If the source fails midway, returns the blocks
 * before the failure, provided that they reach `minHeight`. Returns undefined when the chain changed
 * during the read.
 *
 * @param first the block after `fork`
 * @param spenders our transactions that these blocks could replace, by spent outpoint
 * @throws SourceError
 */
export async function readBlocks(
  follower: Follower,
  { fork, target, minHeight, tip }: ReadBounds,
  first: PendingBlock,
  spenders: Promise<Map<string, string>>,
): Promise<BlockWithFindings[] | undefined> {
  const { network } = follower;
  const blocks: BlockWithFindings[] = [];
  const prior = new PriorDeposits(follower, fork);
  let next = first;
  try {
    for (let height = fork.height + 1; height <= target; height++) {
      const facts = { 'chain.network': network, 'chain.height': height };
      const read = await runInSpan('chain block', facts, async (note) => {
        const fetched = await next;
        if (fetched?.block.prevHash !== (blocks.at(-1) ?? fork).hash) return undefined;
        if (height < target) next = fetchBlock(follower, height + 1, tip);
        const { hash, block } = fetched;
        const { transactions: all, time } = block;
        const findings = await scanTransactions(follower, all, height, await spenders, prior);
        note({ 'chain.transactions': findings.transactions.length });
        return { height, hash, time, findings };
      });
      if (!read) return undefined;
      blocks.push(read);
    }
  } catch (error) {
    const reached = fork.height + blocks.length;
    if (reached < minHeight || !(error instanceof SourceError)) throw error;
  }
  return blocks;
}
