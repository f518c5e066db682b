import { LOCK_NAMES } from '@/db/locks';
import { BITCOIN_PARAMETERS } from '@/lib/bitcoin/network';
import { type BlockRef, SourceError, type SourceTip } from '../source';
import { connectBlocks } from './connect';
import {
  beginCursorEpoch,
  type CursorEpoch,
  KEPT_BLOCKS,
  lockCursor,
  moveCursor,
  readStoredBlockHash,
  recordTip,
  StaleCursorError,
} from './cursor';
import type { Follower } from './ledger';
import { fetchNextBlock } from './read-blocks';
import { readFees } from './read-fees';
import { readMempool } from './read-mempool';
import { recordSourceSuccess } from './record-read';
import { searchPastBlocks } from './search-past-blocks';

export type FollowResult =
  /** Another process is following this network. */
  | { readonly kind: 'busy' }
  | {
      readonly kind: 'read';
      /** Whether the read reached the tip and covered the mempool in full. */
      readonly complete: boolean;
      readonly tipHeight: number;
      readonly connected: number;
      readonly disconnected: number;
    };

/** If the chain changes more often during one read, the next read does the rest. */
const MAX_RESTARTS = 5;

/** Past blocks that a network's first read stores, to find the fork of an early reorg. */
const HISTORY_AT_START = 144;

/** Consensus rules permit a block's time to be off by this much. */
const BLOCK_TIME_SLACK_MS = 2 * 3_600_000;

/**
 * Reads everything new on a network's chain and writes its effects. Processes may call this
 * concurrently: one of them reads, and the others return "busy".
 *
 * @param expected the probable position of the cursor; the block after it is fetched first
 * @throws SourceError when the source fails. What was committed before is kept.
 */
export async function followChain(follower: Follower, expected?: BlockRef): Promise<FollowResult> {
  const lock = await follower.database.tryLock(LOCK_NAMES.follow(follower.network));
  if (!lock) return { kind: 'busy' };
  try {
    return await readChain(follower, expected);
  } catch (error) {
    if (error instanceof StaleCursorError) return { kind: 'busy' };
    throw error;
  } finally {
    await lock.release();
  }
}

async function readChain(follower: Follower, expected?: BlockRef): Promise<FollowResult> {
  const { network, source, database } = follower;
  let tip = await source.tip();
  const begun = expected && fetchNextBlock(follower, expected, tip);
  const { epoch, cursor: start } = await beginCursorEpoch(database.db, network, tip);
  const total = { connected: 0, disconnected: 0 };
  let cursor = start ?? (await beginAt(follower, epoch, tip));
  let next = cursor.hash === expected?.hash ? begun : fetchNextBlock(follower, cursor, tip);
  for (let restarts = 0; restarts < MAX_RESTARTS; ) {
    if (cursor.hash !== tip.hash) {
      if (await isBehind(follower, cursor, tip)) break;
      const progress = await connectBlocks(follower, epoch, cursor, tip, next);
      if (!progress) restarts++;
      cursor = progress?.cursor ?? cursor;
      total.connected += progress?.connected ?? 0;
      total.disconnected += progress?.disconnected ?? 0;
      // The tip need not be read again here, because the read of the mempool reads it.
      if (progress && cursor.hash === tip.hash) continue;
    } else {
      const mempool = await readMempool(follower, epoch, cursor);
      if (mempool === 'complete') {
        await searchPastBlocks(follower, epoch, cursor);
        await readFees(follower);
        return { kind: 'read', complete: true, tipHeight: tip.height, ...total };
      }
      if (mempool === 'source_not_ready') break;
      restarts++;
    }
    const newer = await source.tip();
    next = fetchNextBlock(follower, cursor, newer);
    if (newer.hash !== tip.hash) await recordTip(database.db, epoch, newer);
    tip = newer;
  }
  await recordSourceSuccess(database.db, follower);
  return { kind: 'read', complete: false, tipHeight: tip.height, ...total };
}

/**
 * Whether the source's tip is an older block of the followed chain. Causes: the source's name leads
 * to another server, a reorg is unfinished, or a node syncs again. Nothing is read until the source
 * has caught up.
 */
async function isBehind(follower: Follower, cursor: BlockRef, tip: SourceTip): Promise<boolean> {
  const { network, database } = follower;
  if (tip.height >= cursor.height) return false;
  if (tip.isSyncing) return true;
  const held = await readStoredBlockHash(database.db, network, tip.height);
  // Below the stored blocks, there is no hash to compare. The source then counts as behind, except
  // on regtest, where chains are often reset.
  return held === undefined ? !BITCOIN_PARAMETERS[network].disposable : held === tip.hash;
}

/**
 * Sets the cursor at a network's first read: to the tip, or to a block before the oldest payment if
 * payments were created while the source was unreachable.
 */
async function beginAt(follower: Follower, epoch: CursorEpoch, tip: BlockRef): Promise<BlockRef> {
  const { network, ledger, database } = follower;
  const oldest = await ledger.oldestPaymentAt(network);
  const start = oldest ? await blockBefore(follower, tip, oldest) : tip;
  const { time } = await follower.source.block(start.hash, {});
  const history = await hashesBefore(follower, start);
  await database.db.transaction(async (tx) => {
    await lockCursor(tx, epoch, undefined);
    // The times of earlier blocks are unknown, because these blocks are not read.
    const before = history.map((ref) => ({ ...ref, time: null }));
    await moveCursor(tx, network, -1, [...before, { ...start, time }]);
  });
  return start;
}

/**
 * Returns the last block whose time is safely before a moment. A binary search fetches about a
 * dozen blocks.
 */
async function blockBefore(follower: Follower, tip: BlockRef, moment: Date): Promise<BlockRef> {
  const wanted = moment.getTime() - BLOCK_TIME_SLACK_MS;
  let lowest = Math.max(0, tip.height - KEPT_BLOCKS + 1);
  let highest = tip.height;
  while (lowest < highest) {
    const middle = Math.ceil((lowest + highest) / 2);
    const block = await follower.source.block(await hashOf(follower, middle), {});
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
