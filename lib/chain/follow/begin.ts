import { scanBlock } from '@/lib/bitcoin/scan';
import { type BlockRef, SourceError } from '../source';
import { KEPT_BLOCKS, lockCursor, moveCursor, type Turn } from './cursor';
import type { Follower } from './ledger';

/** Number of hashes before the first block, so that an early reorg finds its fork. */
const HISTORY_AT_START = 144;

/** A block's time may be this far before the real time (the consensus rules are loose). */
const BLOCK_TIME_SLACK_MS = 2 * 3_600_000;

/**
 * Sets the cursor on a network's first read: at the tip, or before the oldest payment if payments
 * were created while the source was unreachable.
 */
export async function beginAt(follower: Follower, turn: Turn, tip: BlockRef): Promise<BlockRef> {
  const { network, ledger, database } = follower;
  const oldest = await ledger.oldestPaymentAt(network);
  const start = oldest ? await blockBefore(follower, tip, oldest) : tip;
  const time = scanBlock(await follower.source.block(start.hash)).time;
  const history = await hashesBefore(follower, start);
  await database.db.transaction(async (tx) => {
    await lockCursor(tx, turn, undefined);
    // Of the blocks before, which are not read, only the hash is known.
    const before = history.map((ref) => ({ ...ref, time: null }));
    await moveCursor(tx, network, -1, [...before, { ...start, time }]);
  });
  return start;
}

/** A binary search, so that the source must return a dozen blocks and not those of two weeks. */
async function blockBefore(follower: Follower, tip: BlockRef, moment: Date): Promise<BlockRef> {
  const wanted = moment.getTime() - BLOCK_TIME_SLACK_MS;
  let lowest = Math.max(0, tip.height - KEPT_BLOCKS + 1);
  let highest = tip.height;
  while (lowest < highest) {
    const middle = Math.ceil((lowest + highest) / 2);
    const block = scanBlock(await follower.source.block(await hashOf(follower, middle)));
    if (block.time.getTime() < wanted) lowest = middle;
    else highest = middle - 1;
  }
  return { height: lowest, hash: await hashOf(follower, lowest) };
}

async function hashesBefore(follower: Follower, start: BlockRef): Promise<BlockRef[]> {
  const refs: BlockRef[] = [];
  for (let height = Math.max(0, start.height - HISTORY_AT_START); height < start.height; height++) {
    refs.push({ height, hash: await hashOf(follower, height) });
  }
  return refs;
}

async function hashOf({ source }: Follower, height: number): Promise<string> {
  const hash = await source.hashAt(height);
  if (hash === undefined) throw new SourceError('bad_answer', `the source has no block ${height}`);
  return hash;
}
