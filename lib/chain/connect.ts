import { BITCOIN_FACTS } from '@/lib/bitcoin/network';
import { scanBlock } from '@/lib/bitcoin/scan';
import { span } from '@/lib/tracing/span';
import { heldHash, lockCursor, moveCursor, recordReorg, type Turn } from './cursor';
import { EarlierMoney } from './earlier-money';
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
 * Moves the cursor towards the tip: up to 50 blocks, or a whole reorg, in one transaction. Resolves
 * with undefined, without a write, when the chain changed during the read.
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
  const target = reorg ? tip.height : Math.min(tip.height, fork.height + BLOCKS_PER_COMMIT);
  const blocks = await readBlocks(follower, fork, target, reorg);
  const last = blocks?.at(-1);
  if (!blocks || !last) return undefined;

  await db.transaction(async (tx) => {
    await lockCursor(tx, turn, cursor);
    const now = follower.clock();
    const touched = reorg ? await disconnectAbove(tx, network, fork.height) : [];
    if (reorg) await recordReorg(tx, network, { from: cursor, fork, to: last }, now);
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

/** The newest block that the stored history and the source's chain have in common. */
async function findFork(follower: Follower, cursor: BlockRef, tip: BlockRef): Promise<BlockRef> {
  const { network, source, database } = follower;
  for (let height = Math.min(cursor.height, tip.height); ; height--) {
    const held = await heldHash(database.db, network, height);
    if (held === undefined) return commonGround(follower, height);
    if (held === (await source.hashAt(height))) return { height, hash: held };
  }
}

/**
 * Where to continue when the chain forked below the stored history. Regtest chains are often reset:
 * all of them share the first block, and everything above it is read again.
 */
async function commonGround({ network, source }: Follower, height: number): Promise<BlockRef> {
  const first = BITCOIN_FACTS[network].disposable ? await source.hashAt(0) : undefined;
  if (first !== undefined) return { height: 0, hash: first };
  throw new SourceError(
    'history_lost',
    `the ${network} chain of the source forked off below block ${height + 1}, ` +
      'below the stored history; see the runbook "reorg beyond history"',
  );
}

/**
 * The blocks after `fork` up to `target`. When the source fails halfway, the blocks before count,
 * so that catching up makes progress; but a reorg is read in full or not at all.
 */
async function readBlocks(
  follower: Follower,
  fork: BlockRef,
  target: number,
  whole: boolean,
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
    if (whole || blocks.length === 0 || !(error instanceof SourceError)) throw error;
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
