import { LOCKS } from '@/db/locks';
import { BITCOIN_FACTS } from '@/lib/bitcoin/network';
import type { BlockRef, SourceTip } from '../source';
import { beginAt } from './begin';
import { connectBlocks } from './connect';
import { heldHash, noteTip, Overtaken, takeTurn } from './cursor';
import type { Follower } from './ledger';
import { fetchNext } from './read-blocks';
import { readMempool } from './read-mempool';
import { recordAnswer } from './record-read';

export type FollowResult =
  /** Another process is following this network. */
  | { readonly kind: 'busy' }
  | {
      readonly kind: 'read';
      /** True when the cursor is at the tip and the mempool was read in full. */
      readonly complete: boolean;
      readonly tipHeight: number;
      readonly connected: number;
      readonly disconnected: number;
    };

/** Restarts of a read, for changes of the chain, before it waits for its next turn. */
const MAX_RESTARTS = 5;

/**
 * Reads everything new on a network's chain and writes its effects. Any number of processes may
 * call it at any time: one works, the others get "busy".
 *
 * @param expected where the cursor probably is: the block after it is fetched at once
 * @throws SourceError when the source fails; earlier commits stay
 */
export async function follow(follower: Follower, expected?: BlockRef): Promise<FollowResult> {
  const lock = await follower.database.tryLock(LOCKS.follow(follower.network));
  if (!lock) return { kind: 'busy' };
  try {
    return await readChain(follower, expected);
  } catch (error) {
    if (error instanceof Overtaken) return { kind: 'busy' };
    throw error;
  } finally {
    await lock.release();
  }
}

async function readChain(follower: Follower, expected?: BlockRef): Promise<FollowResult> {
  const { network, source, database } = follower;
  let tip = await source.tip();
  const begun = expected && fetchNext(follower, expected, tip);
  const { turn, cursor: start } = await takeTurn(database.db, network, tip);
  const total = { connected: 0, disconnected: 0 };
  let cursor = start ?? (await beginAt(follower, turn, tip));
  let next = cursor.hash === expected?.hash ? begun : fetchNext(follower, cursor, tip);
  for (let restarts = 0; restarts < MAX_RESTARTS; ) {
    if (cursor.hash !== tip.hash) {
      if (await isBehind(follower, cursor, tip)) break;
      const progress = await connectBlocks(follower, turn, cursor, tip, next);
      if (!progress) restarts++;
      cursor = progress?.cursor ?? cursor;
      total.connected += progress?.connected ?? 0;
      total.disconnected += progress?.disconnected ?? 0;
      // The read of the mempool itself checks that this is still the tip.
      if (progress && cursor.hash === tip.hash) continue;
    } else {
      const mempool = await readMempool(follower, turn, cursor);
      if (mempool === 'complete') {
        return { kind: 'read', complete: true, tipHeight: tip.height, ...total };
      }
      if (mempool === 'source_not_ready') break;
      restarts++;
    }
    const newer = await source.tip();
    next = fetchNext(follower, cursor, newer);
    if (newer.hash !== tip.hash) await noteTip(database.db, turn, newer);
    tip = newer;
  }
  await recordAnswer(database.db, follower);
  return { kind: 'read', complete: false, tipHeight: tip.height, ...total };
}

/**
 * Whether the source shows an older tip of the followed chain: another server behind the same name,
 * an unfinished reorg, or a node that downloads the chain again. There is nothing to read until it
 * has caught up.
 */
async function isBehind(follower: Follower, cursor: BlockRef, tip: SourceTip): Promise<boolean> {
  const { network, database } = follower;
  if (tip.height >= cursor.height) return false;
  if (tip.isSyncing) return true;
  const held = await heldHash(database.db, network, tip.height);
  // Below the stored history nothing can be compared. Regtest chains are often reset.
  return held === undefined ? !BITCOIN_FACTS[network].disposable : held === tip.hash;
}
