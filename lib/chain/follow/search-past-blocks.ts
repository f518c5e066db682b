import { type BlockRef, SourceError } from '../source';
import { affectedTxids, recordFindings } from './connect';
import { createWatchedScriptReader } from './create-watched-script-reader';
import { type CursorEpoch, lockCursor, readStoredBlockHash } from './cursor';
import type { Follower } from './ledger';
import { PriorDeposits } from './prior-deposits';
import { scanTransactions } from './scan';

/**
 * A read searches at most this many past blocks, because the next block and other networks wait for
 * the end of the read.
 */
const BLOCKS_PER_READ = 20;
/** For a source that restricts its requests. */
const PACED_BLOCKS_PER_READ = 2;

/**
 * Searches past blocks, newest first, for refunds that were paid before their address was recorded.
 * Ends at the first block that the source no longer has.
 */
export async function searchPastBlocks(
  follower: Follower,
  epoch: CursorEpoch,
  cursor: BlockRef,
): Promise<void> {
  const blocks = follower.source.readEveryMs ? PACED_BLOCKS_PER_READ : BLOCKS_PER_READ;
  for (let n = 0; n < blocks; n++) {
    const height = await follower.ledger.searchHeight(follower.network);
    if (height === undefined) return;
    await searchBlock(follower, epoch, cursor, height);
  }
}

async function searchBlock(
  follower: Follower,
  epoch: CursorEpoch,
  cursor: BlockRef,
  height: number,
): Promise<void> {
  const { network, ledger, clock, database } = follower;
  const hash = await readStoredBlockHash(database.db, network, height);
  const block = hash === undefined ? undefined : await pastBlock(follower, cursor, hash);
  const prior = new PriorDeposits(follower, cursor);
  const findings =
    block && (await scanTransactions(follower, block.transactions, height, new Map(), prior));
  await database.db.transaction(async (tx) => {
    await lockCursor(tx, epoch, cursor);
    if (!findings) return ledger.searchedPast(tx, network, null);
    const now = clock();
    await recordFindings(tx, follower, findings, height, now);
    await ledger.settle(tx, network, affectedTxids(findings), cursor.height, now);
    await ledger.searchedPast(tx, network, height);
  });
}

async function pastBlock(follower: Follower, cursor: BlockRef, hash: string) {
  try {
    const scripts = createWatchedScriptReader(follower, cursor);
    const block = await follower.source.block(hash, { scripts });
    return block.hash === hash ? block : undefined;
  } catch (error) {
    if (error instanceof SourceError && error.fault === 'pruned') return undefined;
    throw error;
  }
}
